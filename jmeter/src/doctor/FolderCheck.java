package doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Where this project lies. Immutable.
 *
 * @param path     its folder
 * @param type     of its file system, such as ext4
 * @param writable whether builds and results can be written there
 */
record FolderCheck(Path path, String type, boolean writable) {
    /** File systems of another machine, or of the host of this one; 9p and drvfs are Windows's drives in WSL. */
    private static final Set<String> SHARED = Set.of("9p", "v9fs", "drvfs", "wslfs", "nfs", "nfs4", "cifs", "smb3",
            "smbfs", "afpfs", "webdav", "fuse.sshfs", "vboxsf", "prl_fs", "virtiofs", "fuse.vmhgfs-fuse");

    static FolderCheck look(Path repository) throws IOException {
        return new FolderCheck(repository, Files.getFileStore(repository).type(), Files.isWritable(repository));
    }

    Finding finding() {
        if (!writable) {
            return Finding.missing("folder", path + " cannot be written to: builds and results go there",
                    "copy it to a folder of your own");
        }
        return !SHARED.contains(type) ? Finding.ok("folder", path + " (" + type + ")")
                : Finding.note("folder", path + " is on " + type + ", a drive of another system: builds and JMeter's "
                        + "samples are written slowly there, which disturbs what is measured",
                        "copy it to a folder of this system, such as your home");
    }
}
