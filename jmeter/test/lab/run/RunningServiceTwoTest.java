package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import load.StubService;
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
                "cpuMillis":1500,"connections":2,"abandoned":1,"answeredByRoute":{"info":%d},
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
    void itTellsItsOwnCpuTimeAndItsEnd() throws Exception {
        StubService stub = new StubService(stats("null", 0, 7));
        try (RunningServiceTwo serviceTwo = at(stub, Map.of())) {
            assertEquals(1.5, serviceTwo.cpuSeconds());
            serviceTwo.checkAlive();
            stub.close();
            assertTrue(Double.isNaN(serviceTwo.cpuSeconds()), "nobody tells");
            assertContains("no longer answered", assertThrows(ProgramFailure.class, serviceTwo::checkAlive)
                    .getMessage());
        }
    }
}
