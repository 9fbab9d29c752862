package load;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class RmiKeyTest {
    @Test
    void jmeterGetsTheKeyAsItsOwnAndAsTheOneThatItTrusts() {
        List<String> properties = List.of("type=PKCS12", "file=/home/key.p12", "password=changeit");
        assertEquals(Stream.of("keystore", "truststore").flatMap(store -> properties.stream()
                        .map(property -> "-Jserver.rmi.ssl." + store + '.' + property)).toList(),
                new RmiKey(Path.of("/home/key.p12")).properties());
    }

    @Test
    @Slow("starts keytool, which makes a key")
    void theKeyIsMadeOnceAndOnlyItsOwnerCanReadIt() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            RmiKey key = RmiKey.in(folder.path());
            String id = key.id();
            Object made = Files.readAttributes(key.file(), "unix:ino,lastModifiedTime");
            assertEquals(id, RmiKey.in(folder.path()).id());
            assertEquals(made, Files.readAttributes(key.file(), "unix:ino,lastModifiedTime"), "the file is unchanged");
            assertEquals(0600, (int) Files.getAttribute(key.file(), "unix:mode") & 0777, "the file's mode");
        }
    }
}
