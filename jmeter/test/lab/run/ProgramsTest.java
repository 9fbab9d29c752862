package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import common.process.Child;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import lab.WithFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import load.Stats;
import load.StubService;
import testing.ClosedPort;
import testing.Test;

/** Which commands can be contenders, and which services two of somebody else's are used. */
class ProgramsTest extends WithFolder {
    private static final HostPort NOBODY = new HostPort("127.0.0.1", 1);

    /** Its CPU time and memory would not be counted. */
    @Test
    void aContenderWhosePortAnotherProcessHasIsRefused() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClosedPort none = new ClosedPort();
                Child command = Child.start("command", List.of("sleep", "1000"), folder.resolve("log"))) {
            RunningServiceTwo two = new RunningServiceTwo(NOBODY, null);
            new Programs(two, command, new HostPort("127.0.0.1", none.number())).checkPort();
            Programs open = new Programs(two, command, new HostPort("127.0.0.1", server.getLocalPort()));
            assertContains("its port is open in process " + ProcessHandle.current().pid() + " (",
                    assertThrows(ProgramFailure.class, open::checkPort).getMessage());
        }
    }

    private static Experiment experiment(Map<String, String> keys) throws Exception {
        return ExperimentFile.parse("e", "users = 10\ncontender.a = loom", keys);
    }

    /** As service two answers with these options. */
    private static String stats(String permits, int errorPercent, int answered) {
        return """
                {"service":"two","delayMillis":50,"stageDelayMillis":333,"authorizePermits":%s,"answered":%3$d,
                "inFlight":0,"errorPercent":%d,"hangPercent":0,"resetPercent":0,"jitterMillis":0,"slowStartSeconds":0,
                "cpuMillis":%3$d000,"connections":2,"abandoned":1,"answeredByRoute":{"info":%d},
                "timerLateMicros":{"max":0,"mean":0}}""".formatted(permits, errorPercent, answered);
    }

    private static RunningServiceTwo at(StubService stub, Map<String, String> keys) throws Exception {
        return RunningServiceTwo.at(stub.address(), experiment(keys));
    }

    private static String refusal(StubService stub, Map<String, String> keys) {
        return assertThrows(IOException.class, () -> at(stub, keys)).getMessage();
    }

    @Test
    void aServiceTwoWithOtherOptionsIsRefusedWithTheCommandThatHelps() throws Exception {
        try (StubService plain = new StubService(stats("null", 0, 7)); StubService hasFaults = new StubService(
                stats("10", 3, 7))) {
            assertEquals("e needs a service two with --stage-delay 300, not 333; --authorize-permits 10, not 0"
                    + " as that at " + plain.address() + " has: start it there with ./run.sh service-two"
                    + " --bind 127.0.0.1 --port " + plain.address().port() + " --delay 50"
                    + " --stage-delay 300 --authorize-permits 10",
                    refusal(plain, Map.of("stage-delay", "300", "authorize-permits", "10")));
            assertContains("--jitter 20, not 0", refusal(plain, Map.of("jitter", "20")));
            // A slow start begins with each start of service two, which is not ours to start.
            assertContains("leave --service-two out", refusal(plain, Map.of("slow-start", "5")));
            assertContains("--authorize-permits 0, not 10; --error-percent 0, not 3", refusal(hasFaults, Map.of()));
            at(hasFaults, Map.of("authorize-permits", "10", "error-percent", "3"));
        }
    }

    @Test
    void nobodyAndOtherProgramsAreNoServiceTwo() throws Exception {
        assertContains("no service two answers at " + NOBODY, assertThrows(IOException.class,
                () -> RunningServiceTwo.at(NOBODY, experiment(Map.of()))).getMessage());
        for (String other : List.of(StubService.stats("", "null"), "hello", "[]", "")) {
            try (StubService stub = new StubService(other)) {
                assertContains("no service two answers at " + stub.address(), refusal(stub, Map.of()));
            }
        }
    }

    @Test
    void oneThatNoLongerAnswersHasFailed() throws Exception {
        StubService stub = new StubService(stats("null", 0, 5));
        try (RunningServiceTwo two = at(stub, Map.of())) {
            two.read();
            two.checkAlive();
            assertEquals(5_000L, two.readings.all().firstEntry().getValue().cpuMillis());
            stub.close();
            two.read();
            assertContains("no longer answered", assertThrows(ProgramFailure.class, two::checkAlive).getMessage());
        }
    }

    @Test
    void whatItDidLiesOnTheLineBetweenReadings() {
        RunningServiceTwo two = new RunningServiceTwo(NOBODY, null);
        Sample sample = new Sample(2, "{}");
        long[][] told = {{0, 5, 10, 1_000}, {4, 5, 110, 3_000}, {4, 9, 110, 9_000}};
        for (int i = 0; i < told.length; i++) {
            assertEquals(i > 1, two.work(1_000, 2_000, sample).isKnown(), "one reading tells nothing");
            two.readings.add(1_000 * (i + 1), new Stats.Two("two", 0, 0, null, 0, 0, 0, 0, 0, told[i][3], told[i][0],
                    told[i][1], Map.of("info", told[i][2])));
        }
        assertEquals(new Work(Map.of("info", 50.0), 2, 2, sample), two.work(1_500, 2_500, sample));
        assertEquals(new Work(Map.of("info", 100.0), 4, 4, sample), two.work(1_000, 9_000, sample));
        assertEquals(4.0, two.cpu(1_500, 2_500), "seconds");
    }
}
