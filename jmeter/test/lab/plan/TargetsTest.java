package lab.plan;

import static load.StubService.stats;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.io.HostPort;
import load.MeasuredService;
import load.StubService;
import process.RunningService;
import testing.ClosedPort;
import testing.Printed;
import testing.Test;
import testing.Words;

class TargetsTest {
    private static final String PAGE = "http://127.0.0.1:8083/";

    private static void assertWords(String situation, HostPort place, String text) throws IOException {
        Words.assertSame("jmeter", situation, text.replace(place.toString(), "‹address›")
                .replace("-Jport=" + place.port(), "-Jport=‹port›").replace("(Connection refused)", "(‹reason›)"));
    }

    /** What a run knows of its target, the answer of /stats there, an option, and whether it is a service one. */
    private static final Object[][] TARGETS = {
        {"a service one at -Jport", stats(PAGE, "null"), "--warmup=0", true},
        {"a service one beside others", stats(PAGE, "null"), "", true},
        {"a service one whose status page has control characters", stats("a\\u001bb", "null"), "", true},
        {"another program at service one's port", "", "--warmup=0", false},
        // A remote jmeter-server takes 127.0.0.1 for its own machine.
        {"a service one for each jmeter-server", stats(PAGE, "null"), "--remote=192.0.2.1", false},
    };

    @Test
    void aRunSaysWhatItMeasures() throws Exception {
        for (Object[] row : TARGETS) {
            try (StubService stub = new StubService((String) row[1])) {
                Printed out = new Printed();
                assertEquals(row[3], target(out, stub.address(), (String) row[2]).isPresent(), (String) row[0]);
                assertWords("the target is " + row[0], stub.address(), out.toString());
            }
        }
    }

    /** A jmeter-server may reach a service one that this machine does not. */
    @Test
    void aServiceOneThatNobodyCanReachIsRefusedAndOthersAreNamed() throws Exception {
        try (ClosedPort port = new ClosedPort()) {
            HostPort nobody = new HostPort("127.0.0.1", port.number());
            Printed out = new Printed();
            assertWords("no service one answers", nobody,
                    assertThrows(IOException.class, () -> target(out, nobody, "--warmup=0")).getMessage());
            running.clear();
            assertWords("no service one is running", nobody,
                    assertThrows(IOException.class, () -> target(out, nobody, "--warmup=0")).getMessage());
            assertThrows(IOException.class, "1:2", () -> target(out, new HostPort("1:2", 80), "--warmup=0"));
            assertEquals(Optional.empty(), target(out, nobody, "--remote=127.0.0.1"), "a remote server may reach it");
            assertWords("no service one answers this machine", nobody, out.toString());
        }
    }

    @Test
    void aPlanWithoutAHostOrAPortHasNoKnownTarget() throws Exception {
        for (Map<String, String> properties : List.of(Map.<String, String>of(), Map.of("host", "127.0.0.1"),
                Map.of("host", "127.0.0.1", "port", "0"), Map.of("host", "127.0.0.1", "port", "${p}"))) {
            TestPlan plan = new TestPlan(Path.of("/plans/a.jmx"), false, null, properties);
            assertEquals(Optional.empty(), new Targets(plan, PlanOptions.parse("a"), new Printed(), List::of)
                    .serviceOne(), properties.toString());
        }
    }

    private final List<RunningService> running = new ArrayList<>(List.of(POOL, ASYNC));

    private Optional<MeasuredService> target(Printed out, HostPort place, String option) throws Exception {
        String port = String.valueOf(place.port());
        TestPlan plan = new TestPlan(Path.of("/plans/a.jmx"), true, null, Map.of("host", place.host(), "port", port));
        PlanOptions options = option.isEmpty() ? PlanOptions.parse("a")
                : PlanOptions.parse("a", "-Jport=" + port, option);
        RunningService measured = new RunningService(9, "loom", place.port());
        return new Targets(plan, options, out, () -> running.isEmpty() ? List.of()
                : Stream.concat(running.stream(), Stream.of(measured)).toList()).serviceOne();
    }

    private static final RunningService POOL = new RunningService(1, "pool", 8081);
    private static final RunningService ASYNC = new RunningService(3, "async", 8084);
}
