package lab.run;

import static testing.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import testing.Test;

/** What the report says of the machine. */
class EnvironmentTest {
    /** The process limit has several digits everywhere; /proc/sys answers whole, or not at all. */
    @Test
    void aKernelSettingIsReadWhole() throws Exception {
        Path setting = Path.of("/proc/sys/kernel/pid_max");
        if (Files.exists(setting)) {
            try (InputStream in = Files.newInputStream(setting)) {
                String whole = new String(in.readNBytes(100), StandardCharsets.US_ASCII).strip();
                assertEquals(whole, Environment.firstLine(setting));
            }
        }
        assertEquals("unknown", Environment.firstLine(Path.of("/proc/sys/no-such-setting")),
                "on other operating systems");
    }
}
