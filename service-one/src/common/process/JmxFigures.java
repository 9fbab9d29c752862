package common.process;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ObjectName;
import javax.management.ReflectionException;

/** Read-only figures for JMX consoles. RMI threads call the suppliers. */
public final class JmxFigures implements DynamicMBean, AutoCloseable {
    private record Figure(String description, Supplier<?> value) {
    }

    private final String description;
    private final Map<String, Figure> figures = new LinkedHashMap<>();
    private ObjectName registeredName;

    public JmxFigures(String description) {
        this.description = description;
    }

    /** @param value supplies a number, a text, or a map, each of a class that every JVM has */
    public JmxFigures add(String name, String description, Supplier<?> value) {
        figures.put(name, new Figure(description, value));
        return this;
    }

    /** A JVM accepts each name once. */
    public JmxFigures show(String name) {
        try {
            registeredName = new ObjectName(name);
            ManagementFactory.getPlatformMBeanServer().registerMBean(this, registeredName);
            return this;
        } catch (JMException e) {
            throw new IllegalStateException("only one service in a JVM can show its figures", e);
        }
    }

    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(registeredName);
        } catch (JMException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public MBeanInfo getMBeanInfo() {
        return new MBeanInfo(getClass().getName(), description, figures.keySet().stream().map(this::info)
                .toArray(MBeanAttributeInfo[]::new), null, null, null);
    }

    private MBeanAttributeInfo info(String name) {
        return new MBeanAttributeInfo(name, value(name).getClass().getName(), figures.get(name).description, true,
                false, false);
    }

    private Object value(String name) {
        return figures.get(name).value.get();
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        if (!figures.containsKey(name)) {
            throw new AttributeNotFoundException(name);
        }
        return value(name);
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        return new AttributeList(Stream.of(names).filter(figures::containsKey)
                .map(name -> new Attribute(name, value(name))).toList());
    }

    @Override
    public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
        throw new AttributeNotFoundException(attribute.getName() + " can only be read");
    }

    @Override
    public AttributeList setAttributes(AttributeList attributes) {
        return new AttributeList();
    }

    @Override
    public Object invoke(String operation, Object[] arguments, String[] types) throws ReflectionException {
        throw new ReflectionException(new NoSuchMethodException(operation));
    }
}
