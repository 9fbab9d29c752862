package serviceone.status;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.StandardMBean;

/** An MXBean whose interface says what it tells, by {@link Description}. */
final class DescribedBean extends StandardMBean {
    <T> DescribedBean(T implementation, Class<T> type) {
        super(implementation, type, true);
    }

    @Override
    protected String getDescription(MBeanInfo info) {
        return getMBeanInterface().getAnnotation(Description.class).value();
    }

    @Override
    protected String getDescription(MBeanAttributeInfo attribute) {
        return Stream.of(getMBeanInterface().getMethods())
                .filter(method -> method.getName().equals("get" + attribute.getName()))
                .map(DescribedBean::description).findFirst().orElse(attribute.getName());
    }

    private static String description(Method getter) {
        return getter.getAnnotation(Description.class).value();
    }
}
