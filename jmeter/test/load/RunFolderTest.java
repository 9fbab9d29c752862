package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import load.install.FileTree;
import testing.Test;

class RunFolderTest {
    @Test
    void isAnotherOneForEachRunOfTheSameSecond() throws Exception {
        Path repository = Files.createTempDirectory("repository");
        try {
            Set<Path> folders = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                folders.add(RunFolder.create(repository, "tour").path());
            }
            assertEquals(20, folders.size());
            assertTrue(folders.stream().allMatch(folder -> folder.startsWith(repository.resolve("jmeter/results"))),
                    "in jmeter/results");
        } finally {
            FileTree.delete(repository);
        }
    }

    @Test
    void deletesATreeAndNothingThatALinkInItLeadsTo() throws Exception {
        Path root = Files.createTempDirectory("tree");
        Path outside = Files.createTempDirectory("outside");
        Files.writeString(outside.resolve("kept"), "");
        Files.createSymbolicLink(Files.createDirectories(root.resolve("a/b")).resolve("link"), outside);
        FileTree.delete(root);
        FileTree.delete(root);
        assertEquals(List.of(false, true), List.of(Files.exists(root), Files.exists(outside.resolve("kept"))));
        FileTree.delete(outside);
    }
}
