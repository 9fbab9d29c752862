package load;

import module java.base;
import common.io.HostPort;
import load.install.FileTree;
import process.Child;
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
    private static final int TIMEOUT_MILLIS = 5_000;

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
            keytool(key);
            Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
            Files.move(key, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileTree.delete(work);
        }
    }

    private static void keytool(Path key) throws IOException, InterruptedException {
        Path log = key.resolveSibling("keytool.txt");
        ProcessBuilder builder = new ProcessBuilder(Executables.ofJdk("keytool"), "-genkeypair", "-alias", "rmi",
                "-keyalg", "EC", "-groupname", "secp256r1", "-validity", "3650", "-dname", "CN=JMeter RMI",
                "-storetype", "PKCS12", "-keystore", key.toString(), "-storepass", PASSWORD);
        builder.redirectErrorStream(true).redirectOutput(log.toFile());
        if (Child.run(builder) != 0) {
            throw new IOException("keytool could not make a key for TLS: " + Files.readString(log).strip());
        }
    }

    /**
     * JMeter would report a different key late, with a stack trace.
     *
     * @throws IOException if the server has a different key or none; the message says what to do
     */
    void check(HostPort server) throws IOException {
        SSLContext context = context();
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket()) {
            socket.connect(server.socketAddress(), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.startHandshake();
        } catch (IOException e) {
            boolean hasAnotherKey = Stream.iterate((Throwable) e, failure -> failure != null, Throwable::getCause)
                    .anyMatch(failure -> failure instanceof GeneralSecurityException);
            throw new IOException("the jmeter-server at " + server + (hasAnotherKey
                    ? " has a different key: copy its jmeter/home/rmi-keystore.p12 to the same place on this machine"
                    : " does not use TLS (" + e.getMessage()
                    + "): start it there with ./run.sh jmeter-server"), e);
        }
    }

    SSLContext context() throws IOException {
        try (InputStream stored = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(stored, PASSWORD.toCharArray());
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(store, PASSWORD.toCharArray());
            TrustManagerFactory trusted = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trusted.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " is not a TLS key: " + e.getMessage(), e);
        }
    }
}
