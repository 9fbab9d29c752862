package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.UsageException;
import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import load.RemoteServers;
import testing.ClosedPort;
import testing.Test;

/** Where programs run is checked before anything is started. */
class PlacesTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private static Places places(String bind, HostPort... servers) {
        return Places.of(bind, Optional.empty(), new RemoteServers(List.of(servers)), REPOSITORY);
    }

    private static void check(Places places) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 10\ncontender.a = loom", Map.of());
        places.check(experiment);
    }

    @Test
    void withoutOptionsAllIsHere() throws Exception {
        assertEquals(Places.HERE, places(""));
        assertEquals("all programs on this machine", places("").description());
        check(places(""));
    }

    @Test
    void saysWhichProgramRunsWhere() {
        assertEquals("service one on this machine, at 192.0.2.10; service two on this machine; load made by "
                + "192.0.2.21:1099 and 192.0.2.22:1099, which get their orders from this machine",
                places("192.0.2.10", new HostPort("192.0.2.21", 1099), new HostPort("192.0.2.22", 1099))
                        .description());
    }

    @Test
    void anAddressOfNobodyAndThatOfAllAreRefused() {
        for (String bind : List.of("192.0.2.10", "0.0.0.0", "no.such.host.invalid")) {
            assertContains("--bind takes an address of this machine", assertThrows(UsageException.class,
                    () -> check(places(bind))).getMessage());
        }
    }

    @Test
    void otherMachinesDoNotReachTheLoopbackAddress() {
        assertContains("--remote needs --bind", assertThrows(UsageException.class,
                () -> check(places("", new HostPort("192.0.2.21", 1099)))).getMessage());
    }

    @Test
    void aGeneratorThatDoesNotAnswerIsRefused() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            HostPort nobody = new HostPort("127.0.0.1", port.number());
            assertContains("no jmeter-server answers at " + nobody, assertThrows(IOException.class,
                    () -> check(places("", nobody))).getMessage());
        }
    }
}
