package common.process;

import module java.base;
import module java.management;
import javax.management.Attribute;

/** Read-only figures for JMX consoles. RMI threads call the suppliers. */
public final class JmxFigures implements DynamicMBean, AutoCloseable {
    private final String description;
    private final List<MBeanAttributeInfo> attributes = new ArrayList<>();
    private final Map<String, Supplier<?>> values = new HashMap<>();
    private ObjectName registeredName;

    public JmxFigures(String description) {
        this.description = description;
    }

    /** @param value supplies a number, a text, or a map, each of a class that every JVM has */
    public JmxFigures add(String name, String description, Supplier<?> value) {
        String type = value.get().getClass().getName();
        attributes.add(new MBeanAttributeInfo(name, type, description, true, false, false));
        values.put(name, value);
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
        return new MBeanInfo(getClass().getName(), description, attributes.toArray(MBeanAttributeInfo[]::new), null,
                null, null);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
        return Optional.ofNullable(values.get(name)).orElseThrow(() -> new AttributeNotFoundException(name)).get();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
        return new AttributeList(Stream.of(names).filter(values::containsKey)
                .map(name -> new Attribute(name, values.get(name).get())).toList());
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
