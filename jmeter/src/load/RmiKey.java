package load;

import common.process.Child;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import load.install.FileTree;

/**
 * The key with which JMeters of several machines talk over TLS: each shows it and accepts nothing else, so nobody
 * without the file can give orders or fake results. Generated once into jmeter/home, which git ignores. Immutable.
 *
 * <p>The password is JMeter's own default, because it would have to lie beside the file anyway: what protects the key
 * is that only its owner can read the file.
 */
public record RmiKey(Path file) {
    static final String PASSWORD = "changeit";

    /** The key in the repository; made now if there is none. */
    public static RmiKey in(Path repository) throws IOException, InterruptedException {
        Path file = repository.resolve("jmeter/home/rmi-keystore.p12").toAbsolutePath().normalize();
        if (!Files.exists(file)) {
            try (FileChannel _ = FileTree.lock(file.getParent())) {
                generate(file);
            }
        }
        return new RmiKey(file);
    }

    public List<String> properties() {
        return List.of("-Jserver.rmi.ssl.keystore.type=PKCS12",
                "-Jserver.rmi.ssl.keystore.file=" + file,
                "-Jserver.rmi.ssl.keystore.password=" + PASSWORD,
                "-Jserver.rmi.ssl.truststore.type=PKCS12",
                "-Jserver.rmi.ssl.truststore.file=" + file,
                "-Jserver.rmi.ssl.truststore.password=" + PASSWORD);
    }

    /** In a folder that only we can enter, then by a rename: nobody sees half a key. */
    private static void generate(Path file) throws IOException, InterruptedException {
        if (Files.exists(file)) {
            return;      // another process made it while this one waited for the lock
        }
        Path work = Files.createTempDirectory(file.getParent(), "key");
        try {
            Path key = work.resolve(file.getFileName());
            keytool(key);
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            Files.move(key, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileTree.delete(work);
        }
    }

    private static void keytool(Path key) throws IOException, InterruptedException {
        Path log = key.resolveSibling("keytool.txt");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        ProcessBuilder builder = new ProcessBuilder(keytool, "-genkeypair", "-alias", "rmi",
                "-keyalg", "RSA", "-keysize", "3072", "-validity", "3650", "-dname", "CN=JMeter RMI",
                "-storetype", "PKCS12", "-keystore", key.toString(), "-storepass", PASSWORD);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        if (Child.run(builder) != 0) {
            throw new IOException("keytool could not make a key for TLS: " + Files.readString(log).strip());
        }
    }
}
