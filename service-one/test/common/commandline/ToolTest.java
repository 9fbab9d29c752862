package common.commandline;

import static testing.Assertions.assertEquals;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import testing.Test;

/** What a command says of a file that it cannot do without. */
class ToolTest {
    private record Row(FileSystemException failure, String says) {
    }

    @Test
    void whatIsWrongWithAFileIsSaid() {
        Row[] table = {
            new Row(new NoSuchFileException("plan"), "no such file: plan"),
            new Row(new AccessDeniedException("results"), "may not be read or written: results"),
            new Row(new FileSystemException("results", null, "Read-only file system"),
                    "results: Read-only file system")};
        for (Row row : table) {
            assertEquals(row.says, Tool.reason(row.failure));
        }
    }
}
