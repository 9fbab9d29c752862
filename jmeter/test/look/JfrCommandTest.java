package look;

import static testing.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import testing.Test;

class JfrCommandTest {
    private static final LocalDateTime NOW = LocalDateTime.of(2026, 11, 23, 8, 28, 19);

    @Test
    void recordingsOfTheSameSecondHaveAFileEach() throws Exception {
        Path folder = Files.createTempDirectory("recordings");
        List<Path> made = List.of(JfrCommand.newFile(folder, "loom", NOW), JfrCommand.newFile(folder, "loom", NOW),
                JfrCommand.newFile(folder, "pool", NOW), JfrCommand.newFile(folder, "loom", NOW));
        assertEquals(List.of("loom-20261123-082819.jfr", "loom-20261123-082819-2.jfr", "pool-20261123-082819.jfr",
                "loom-20261123-082819-3.jfr"), made.stream().map(file -> file.getFileName().toString()).toList());
        for (Path file : made) {
            Files.delete(file);
        }
        Files.delete(folder);
    }
}
