package servicetwo;

import java.lang.reflect.Field;
import java.nio.channels.Selector;

/** Service two, whose selector fails as soon as it is ready. */
final class Broken {
    public static void main(String[] arguments) throws Exception {
        Options options = Options.parse("--port", "0");
        ServiceTwo two = new ServiceTwo(options);
        two.live(options);
        ((Selector) field(field(two, "loop"), "selector")).close();
    }

    private static Object field(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
