package load;

import static testing.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import lab.TemporaryFolder;
import load.install.FileTree;
import testing.Test;

class RunFolderTest {
    @Test
    void isAnotherOneForEachRunOfTheSameSecond() throws Exception {
        try (TemporaryFolder repository = new TemporaryFolder()) {
            Set<Path> folders = new HashSet<>();
            for (int i = 0; i < 20; i++) {
                folders.add(RunFolder.create(repository.path(), "tour").path());
            }
            assertEquals(20, folders.size());
        }
    }

    @Test
    void deletesATreeAndNothingThatALinkInItLeadsTo() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path kept = Files.createFile(folder.path().resolve("kept"));
            Path root = folder.path().resolve("tree");
            Files.createSymbolicLink(Files.createDirectories(root.resolve("a/b")).resolve("link"), folder.path());
            FileTree.delete(root);
            FileTree.delete(root);
            assertEquals(List.of(false, true), List.of(Files.exists(root), Files.exists(kept)));
        }
    }
}
