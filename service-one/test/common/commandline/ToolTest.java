package common.commandline;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import testing.Test;

/** How a command is used, and what it says of what it cannot do without. */
class ToolTest {
    @Test
    void theUsageHasItsParts() {
        Tool tool = new Tool("fly", "fly HEIGHT [OPTIONS]\nfly --land", "Flies.\n", List.of(
                Option.property("a property"), Option.flag("--gui", "show windows"), Option.flag("--untold", ""),
                Option.number("--delay", "MS", "50", 0, 9, "how long" + " it waits".repeat(9))),
                "Exit codes: 0 ok.\n");
        assertEquals("""
                usage: ./run.sh fly HEIGHT [OPTIONS]
                       ./run.sh fly --land

                Flies.

                  -Jname=value             a property
                  --gui                    show windows
                  --delay MS               how long it waits it waits it waits it waits it waits it waits it waits
                                           it waits it waits (50)
                  -h, --help               print this and exit

                Exit codes: 0 ok.
                """, tool.usage());
    }

    private record Row(IOException failure, String says) {
    }

    @Test
    void whatIsMissingIsSaid() {
        Row[] table = {
            new Row(new UnknownHostException("nowhere"), "nowhere: no such host"),
            new Row(new NoSuchFileException("plan"), "no such file: plan"),
            new Row(new AccessDeniedException("results"), "may not be read or written: results"),
            new Row(new FileSystemException("results", null, "Read-only file system"),
                    "results: Read-only file system")};
        for (Row row : table) {
            assertEquals(row.says, Tool.reason(row.failure));
        }
    }
}
