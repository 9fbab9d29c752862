package load;

import module java.base;
import load.install.FileTree;
import process.Executables.Ended;
import process.Executables;

/**
 * The key that JMeters on several machines use for TLS. They accept no other key, so nobody without this file can give
 * them commands. The file is generated once, in jmeter/home, which git ignores.
 *
 * <p>The password is JMeter's default: another password would have to be stored next to the file. Only the file's owner
 * can read it.
 */
public record RmiKey(Path file) {
    private static final String PASSWORD = "changeit";

    public static RmiKey in(Path repository) throws IOException, InterruptedException {
        Path file = repository.resolve("jmeter/home/rmi-keystore.p12").toAbsolutePath().normalize();
        if (!Files.exists(file)) {
            try (FileChannel _ = FileTree.lock(file.getParent())) {
                if (!Files.exists(file)) {      // another process may have made it meanwhile
                    generate(file);
                }
            }
        }
        return new RmiKey(file);
    }

    List<String> properties() {
        return Stream.of("keystore", "truststore").map(store -> "-Jserver.rmi.ssl." + store)
                .flatMap(store -> Stream.of(store + ".type=PKCS12", store + ".file=" + file,
                        store + ".password=" + PASSWORD)).toList();
    }

    /** The file appears only when it is complete. */
    private static void generate(Path file) throws IOException, InterruptedException {
        Path work = Files.createTempDirectory(file.getParent(), "key");
        try {
            Path key = work.resolve(file.getFileName());
            Ended keytool = Executables.runOfJdk("keytool", "-genkeypair", "-alias", "rmi", "-keyalg", "EC",
                    "-groupname", "secp256r1", "-validity", "3650", "-dname", "CN=JMeter RMI", "-storetype", "PKCS12",
                    "-keystore", key.toString(), "-storepass", PASSWORD);
            if (keytool.code() != 0) {
                throw new IOException("keytool could not make a key for TLS: " + keytool.output().strip());
            }
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            Files.move(key, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileTree.delete(work);
        }
    }

    /** Says which key it is, and nothing else of it. */
    String id() throws IOException {
        return UUID.nameUUIDFromBytes(Files.readAllBytes(file)).toString();
    }
}
