package jmeter.install;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import testing.Test;

class JmeterHomeTest {
    @Test
    void theEnvironmentSaysHowMuchHeap() {
        assertTrue(JmeterHome.jvmOptions(Map.of()).contains("-Xmx1g"), "the release's default");
        List<String> options = JmeterHome.jvmOptions(Map.of("HEAP", "-Xms2g  -Xmx2g", "JVM_ARGS", "-Da=b"));
        assertEquals(List.of("-Xms2g", "-Xmx2g", "-Da=b"), options.subList(options.size() - 3, options.size()));
        assertTrue(!options.contains("-Xmx1g"), "instead of the default");
        assertTrue(!JmeterHome.jvmOptions(Map.of("HEAP", "-Xmx2g"), new JmeterHeap(100).options()).contains("-Xmx518m"),
                "instead of what so many users take");
    }

    @Test
    void theHeapGrowsWithTheUsersAndItsYoungGenerationUpToALimit() {
        assertHeap("-Xmx518m", "-Xmn256m", 100);
        assertHeap("-Xmx2006m", "-Xmn1500m", 4_000);
        assertHeap("-Xmx2417m", "-Xmn1536m", 10_000);
    }

    /** Else the kernel hands out pages while the load is measured. */
    @Test
    void theHeapIsThereBeforeTheLoad() {
        List<String> options = new JmeterHeap(4_000).options();
        assertTrue(options.containsAll(List.of("-Xms2006m", "-Xmx2006m", "-XX:+AlwaysPreTouch")), options.toString());
    }

    private static void assertHeap(String all, String young, int users) {
        List<String> options = JmeterHome.jvmOptions(Map.of(), new JmeterHeap(users).options());
        assertTrue(options.containsAll(List.of(all, young)), users + ": " + options);
    }
}
