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
import java.util.stream.Stream;
import testing.ClosedPort;
import testing.Test;

class TargetsTest {
    private static final TestPlan PLAN = new TestPlan(Path.of("/plans/a.jmx"), true, "",
            Map.of("host", "127.0.0.1", "port", "8082"));

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void saysWhichServiceOneIsMeasured() throws Exception {
        try (StubService stub = new StubService(StubService.stats("http://127.0.0.1:8083/", "null"))) {
            assertEquals("loom", targets(stub.address()).serviceOne().orElseThrow().described().service().mode());
            assertEquals("jmeter: service one: loom, " + stub.address() + ", pid 7; status page "
                    + "http://127.0.0.1:8083/\n", text());
        }
    }

    @Test
    void measuresWhateverElseAnswersToo() throws Exception {
        try (StubService stub = new StubService("")) {
            assertEquals(Optional.empty(), targets(stub.address()).serviceOne());
            assertContains(stub.address() + " does not answer /stats as a service one does", text());
        }
    }

    @Test
    void refusesARunWhereNobodyListens() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            HostPort nobody = new HostPort("127.0.0.1", port.number());
            String refusal = assertThrows(IOException.class, () -> targets(nobody).serviceOne()).getMessage();
            assertContains("no service one answers at " + nobody, refusal);
            assertContains("-Jport=", refusal);
            HostPort unknown = new HostPort("no.such.host.invalid", 80);
            assertContains("no such host", assertThrows(IOException.class, () -> targets(unknown).serviceOne())
                    .getMessage());
        }
    }

    @Test
    void letsJmeterServersReachWhatThisMachineDoesNot() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            HostPort nobody = new HostPort("127.0.0.1", port.number());
            assertEquals(Optional.empty(), targets(nobody, "--remote=127.0.0.1").serviceOne());
            assertContains("from this machine, no service one answers at " + nobody, text());
        }
    }

    /** To a server on another machine 127.0.0.1 is its own: the service one here is not the one that is measured. */
    @Test
    void takesNobodyElsesServiceOneForTheServers() throws Exception {
        try (StubService stub = new StubService(StubService.stats("http://127.0.0.1:8083/", "null"))) {
            assertEquals(Optional.empty(), targets(stub.address(), "--remote=192.0.2.1").serviceOne());
            assertContains("each server will ask a service one on its own machine", text());
        }
    }

    private Targets targets(HostPort serviceOne, String... more) throws Exception {
        String[] line = Stream.concat(Stream.of("a", "-Jhost=" + serviceOne.host(), "-Jport=" + serviceOne.port()),
                Stream.of(more)).toArray(String[]::new);
        return new Targets(PLAN, PlanOptions.parse(line), new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
