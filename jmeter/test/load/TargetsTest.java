package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.io.HostPort;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import testing.ClosedPort;
import testing.Test;

class TargetsTest {
    private static final TestPlan PLAN = new TestPlan(Path.of("/plans/a.jmx"), true, "",
            Map.of("host", "127.0.0.1", "port", "8082"));
    private static final String STATS = StubService.stats("http://127.0.0.1:8083/", "null");
    private static final String NO_SERVERS = "--warmup=0";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** What answers, another option, whether it is taken for the measured one, and what is said of it. */
    private static final Object[][] ANSWERS = {
        {STATS, NO_SERVERS, true, "pid 7; status page http://127.0.0.1:8083/"},
        {"", NO_SERVERS, false, " does not answer /stats as a service one does"},
        // To a server on another machine 127.0.0.1 is its own: the service one here is not the one that is measured.
        {STATS, "--remote=192.0.2.1", false, "each server will ask a service one on its own machine"},
    };

    @Test
    void saysWhichServiceOneIsMeasured() throws Exception {
        for (Object[] row : ANSWERS) {
            try (StubService stub = new StubService((String) row[0])) {
                assertEquals(row[2], find(stub.address(), (String) row[1]).isPresent(), (String) row[3]);
                assertContains((String) row[3], out.toString(StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void refusesARunWhereNobodyListens() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            HostPort nobody = new HostPort("127.0.0.1", port.number());
            String refusal = assertThrows(IOException.class, () -> find(nobody, NO_SERVERS)).getMessage();
            assertContains("no service one answers at " + nobody, refusal);
            assertContains("-Jport=", refusal);
            assertContains("no such host", assertThrows(IOException.class,
                    () -> find(new HostPort("no.such.host.invalid", 80), NO_SERVERS)).getMessage());
            // jmeter-servers may reach what this machine does not.
            assertEquals(Optional.empty(), find(nobody, "--remote=127.0.0.1"));
            assertContains("from this machine, no service one answers at " + nobody,
                    out.toString(StandardCharsets.UTF_8));
        }
    }

    private Optional<MeasuredService> find(HostPort serviceOne, String option) throws Exception {
        PlanOptions options =
                PlanOptions.parse("a", "-Jhost=" + serviceOne.host(), "-Jport=" + serviceOne.port(), option);
        return new Targets(PLAN, options, new PrintStream(out, true, StandardCharsets.UTF_8)).serviceOne();
    }
}
