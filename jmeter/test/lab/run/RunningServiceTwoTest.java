package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.judge.Run.Sample;
import lab.judge.Run.Work;
import load.Stats;
import load.StubService;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

/** A service two that somebody else has started is used as it is, or refused. */
class RunningServiceTwoTest {
    private static Experiment experiment(Map<String, String> keys) throws Exception {
        return ExperimentFile.parse("e", "users = 10\ncontender.a = loom", keys);
    }

    /** As service two answers with these options. */
    static String stats(String permits, int errorPercent, int answered) {
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
    void otherWaitsPermitsAndFaultsAreRefusedWithTheCommandThatHelps() throws Exception {
        try (StubService stub = new StubService(stats("null", 0, 7))) {
            assertEquals("e needs a service two with --stage-delay 300, not 333; --authorize-permits 10, not 0"
                    + " as that at " + stub.address() + " has: start it there with ./run.sh service-two"
                    + " --bind 127.0.0.1 --port " + stub.address().port() + " --delay 50"
                    + " --stage-delay 300 --authorize-permits 10",
                    refusal(stub, Map.of("stage-delay", "300", "authorize-permits", "10")));
            assertContains("--jitter 20, not 0", refusal(stub, Map.of("jitter", "20")));
            // A slow start begins with each start of service two, which is not ours to start.
            assertContains("leave --service-two out", refusal(stub, Map.of("slow-start", "5")));
        }
        try (StubService stub = new StubService(stats("10", 3, 7))) {
            at(stub, Map.of("authorize-permits", "10", "error-percent", "3"));
            assertContains("--authorize-permits 0, not 10; --error-percent 0, not 3", refusal(stub, Map.of()));
        }
    }

    @Test
    void nobodyAndOtherProgramsAreRefused() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            HostPort nobody = new HostPort("127.0.0.1", port.number());
            assertContains("no service two answers at " + nobody, assertThrows(IOException.class,
                    () -> RunningServiceTwo.at(nobody, experiment(Map.of()))).getMessage());
        }
        for (String other : List.of(StubService.stats("", "null"), "hello", "[]", "")) {
            try (StubService stub = new StubService(other)) {
                assertContains("no service two answers at " + stub.address(), refusal(stub, Map.of()));
            }
        }
    }

    @Test
    void itTellsItsWorkItsOwnCpuTimeAndItsEnd() throws Exception {
        StubService stub = new StubService(stats("null", 0, 5), stats("null", 0, 5), stats("null", 0, 9));
        try (RunningServiceTwo serviceTwo = at(stub, Map.of())) {
            serviceTwo.read();
            assertEquals(false, serviceTwo.work(0, 1, null).isKnown(), "one reading tells nothing");
            Await.until("the clock goes on", () -> {
                serviceTwo.read();
                return serviceTwo.work(0, 1, null).isKnown();
            });
            assertEquals(new Work(Map.of("info", 4.0), 0, 0, SAMPLE), serviceTwo.work(0, Long.MAX_VALUE, SAMPLE));
            assertEquals(4.0, serviceTwo.cpu(0, Long.MAX_VALUE), "each answer takes a second");
            serviceTwo.checkAlive();
            stub.close();
            serviceTwo.read();
            assertContains("no longer answered", assertThrows(ProgramFailure.class, serviceTwo::checkAlive)
                    .getMessage());
        }
    }

    private static final Sample SAMPLE = new Sample(2, "{}");

    @Test
    void countsLieOnTheLineBetweenReadings() {
        RunningServiceTwo two = new RunningServiceTwo(new HostPort("127.0.0.1", 1), null);
        long[][] told = {{0, 5, 10}, {4, 5, 110}, {4, 9, 110}};      // abandoned, connections, answered
        for (int i = 0; i < told.length; i++) {
            two.readings.add(1_000 * (i + 1), new Stats.Two("two", 0, 0, null, 0, 0, 0, 0, 0, 0, told[i][0], told[i][1],
                    Map.of("info", told[i][2])));
        }
        assertEquals(new Work(Map.of("info", 50.0), 2, 2, SAMPLE),
                two.work(1_500, 2_500, SAMPLE));
        assertEquals(new Work(Map.of("info", 100.0), 4, 4, SAMPLE),
                two.work(1_000, 9_000, SAMPLE));
    }
}
