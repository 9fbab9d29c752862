package common.process;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import java.lang.management.ManagementFactory;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import testing.Test;

class JmxFiguresTest {
    private final JmxFigures figures =
            new JmxFigures("of this test").add("One", "a number", () -> 1).add("Two", "a text", () -> "2");

    @Test
    void figuresAreReadAndNothingElse() throws Exception {
        assertEquals(1, figures.getAttribute("One"));
        assertEquals("[One = 1, Two = 2]", figures.getAttributes(new String[] {"One", "None", "Two"}).toString());
        MBeanAttributeInfo two = figures.getMBeanInfo().getAttributes()[1];
        assertEquals("java.lang.String a text", two.getType() + ' ' + two.getDescription());
        assertTrue(two.isReadable() && !two.isWritable(), "only readable");
        assertThrows(AttributeNotFoundException.class, () -> figures.getAttribute("None"));
        assertThrows(AttributeNotFoundException.class, () -> figures.setAttribute(new Attribute("One", 2)));
        assertThrows(ReflectionException.class, () -> figures.invoke("One", null, null));
    }

    @Test
    void figuresAreShownUntilTheyAreClosed() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("test:type=JmxFiguresTest");
        figures.show(name.toString());
        assertEquals("2", beans.getAttribute(name, "Two"));
        assertThrows(IllegalStateException.class, () -> figures.show(name.toString()));
        figures.close();
        assertTrue(!beans.isRegistered(name), "closed");
    }
}
