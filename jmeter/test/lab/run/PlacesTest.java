package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import load.RemoteServers;
import testing.ClosedPort;
import testing.Test;

/** Where programs run is checked before anything is started. */
class PlacesTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private static Places places(String bind, HostPort... servers) {
        return new Places(bind, Optional.empty(), new Generators(new RemoteServers(List.of(servers)), REPOSITORY));
    }

    private static void check(Places places) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 10\ncontender.a = loom", Map.of());
        places.check(experiment);
    }

    @Test
    void withoutOptionsAllIsHere() throws Exception {
        assertEquals(Places.here(REPOSITORY), places(""));
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

    /** Users are divided among generators that all run the same plan; {@code notes} is told which loads are others. */
    private static List<String> divided(int machines, List<String> notes, Map<String, String> keys) throws Exception {
        HostPort[] servers = Collections.nCopies(machines, new HostPort("192.0.2.21", 1099)).toArray(HostPort[]::new);
        return places("", servers).generators().divided(ExperimentFile.parse("e", "contender.a = loom", keys), notes)
                .loads().stream().map(Load::label).toList();
    }

    @Test
    void usersThatCannotBeDividedAreRoundedUpAndThatIsSaid() throws Exception {
        List<String> notes = new ArrayList<>();
        assertEquals(List.of("101 users"), divided(1, notes, Map.of("users", "101")));
        assertEquals(List.of("101 arrivals/s"), divided(2, notes, Map.of("rate", "101")), "divided by anything");
        assertEquals(List.of(), notes);
        assertEquals(List.of("3 users", "102 users", "999 users"), divided(3, notes, Map.of("users", "1, 100, 999")));
        assertEquals(List.of("1 user became 3 users, 100 users became 102 users: each of 3 generators plays as many."),
                notes);
        assertEquals(List.of("100 users"), divided(2, notes, Map.of("users", "99, 100")), "the same are one");
    }

    @Test
    void refusesWhatSeveralGeneratorsCannotDo() throws Exception {
        assertContains("several generators cannot send at the same moment", assertThrows(UsageException.class,
                () -> divided(2, new ArrayList<>(), Map.of("burst", "100"))).getMessage());
        assertEquals(List.of("100 at once"), divided(1, new ArrayList<>(), Map.of("burst", "100")), "one can");
    }
}
