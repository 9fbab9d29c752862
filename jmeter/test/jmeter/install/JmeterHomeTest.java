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
    }
}
