package servicetwo;

import java.lang.reflect.Field;
import java.nio.channels.Selector;

/** Service two, whose selector fails as soon as it is ready. Other tests only look at the selector. */
final class BrokenLoop {
    public static void main(String[] arguments) throws Exception {
        ServiceTwo two = new ServiceTwo("--port=0");
        two.live();
        selector(two).close();
    }

    static Selector selector(ServiceTwo two) throws ReflectiveOperationException {
        return (Selector) field(field(two, "loop"), "selector");
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
