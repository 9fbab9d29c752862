package lab.plan;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.io.HostPort;
import load.FakeJmeter;
import load.RemoteServers;
import load.RmiKey;
import load.StubService;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import load.install.MadeHome;
import process.Measuring;
import process.Time;
import testing.Await;
import testing.Printed;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class PlanRunTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String PAGE = "http://127.0.0.1:8083/";

    private final Path home = MadeHome.in(folder.resolve("fake"), "5.6.3", FakeJmeter.class.getName());
    private final JmeterHome jmeter = new JmeterHome(home, "5.6.3");
    private final StubService serviceOne = new StubService(StubService.stats(PAGE, "null"));
    private final Printed progress = new Printed();
    private final Printed out = new Printed();
    private final Measuring measuring = Measuring.onOwnThread();
    private Time time = Time.REAL;

    PlanRunTest() throws IOException {
        Files.createDirectories(folder.resolve("jmeter/home"));
        Files.copy(REPOSITORY.resolve("jmeter/test/load/one.p12"), folder.resolve("jmeter/home/rmi-keystore.p12"));
    }

    @Override
    public void close() throws IOException {
        serviceOne.close();
        super.close();
    }

    /** A closed loop of two users and one second. */
    private PlanRun run(String... more) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("closed-loop", "-Jusers=2", "-Jrampup=0", "-Jseconds=1",
                "-Jport=" + serviceOne.address().port()));
        arguments.addAll(List.of(more));
        PlanOptions options = PlanOptions.parse(arguments.toArray(String[]::new));
        JmeterSearch search = new JmeterSearch(folder, progress, Map.of("JMETER_HOME", home.toString()));
        return new PlanRun(TestPlan.find(REPOSITORY, options.plan()), options, search, out, time);
    }

    private Path results() throws IOException {
        try (Stream<Path> folders = Files.list(folder.resolve("jmeter/results"))) {
            return folders.findFirst().orElseThrow();
        }
    }

    /** Of JMeter; empty if its run has not begun. */
    private String output() throws IOException {
        Path results = folder.resolve("jmeter/results");
        if (!Files.exists(results)) {
            return "";
        }
        try (Stream<Path> folders = Files.list(results)) {
            Optional<Path> output = folders.map(each -> each.resolve("output.txt")).filter(Files::exists).findFirst();
            return output.isEmpty() ? "" : Files.readString(output.get());
        }
    }

    private void assertWords(String situation, String text) throws IOException {
        Words.assertSame("jmeter", situation, text.replace(serviceOne.address().toString(), "‹address›")
                .replace("port=" + serviceOne.address().port(), "port=‹port›"));
    }

    @Test
    void aRunThatIsStoppedWhileItsServersStartDoesNotStartJmeter() throws Exception {
        Thread.currentThread().interrupt();
        assertWords("a run that is stopped before JMeter has started",
                assertThrows(IOException.class, () -> run("--servers", "2").run(measuring)).getMessage());
        assertEquals("", output());
    }

    @Test
    void aRunAnnouncesWhatItsUserMayNotExpect() throws Exception {
        run("-Jseconds=20", "-Jrampup=7", "-Jknown.property=1", "-Jsummariser.foo=1").announce(jmeter, 2);
        assertWords("what a run with two servers, a ramp-up and an unknown property announces", progress.toString());
    }

    /** An hour ahead from the second look on. */
    private static final class SetClock implements Time {
        private final AtomicInteger looks = new AtomicInteger();

        @Override
        public long millis() {
            return Time.REAL.millis() + (looks.getAndIncrement() == 0 ? 0 : 3_600_000);
        }

        @Override
        public long nanos() {
            return Time.REAL.nanos();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            Time.REAL.sleep(millis);
        }
    }

    @Test
    @Slow("starts a JVM in JMeter's place, which takes half a second")
    void aRunFailsIfSomebodySetsTheClock() throws Exception {
        time = new SetClock();
        assertEquals(ExitCode.FAILED, run().run(measuring));
        assertWords("a run in which the clock is set", out.toString().lines().toList().getLast()
                .replaceFirst("[0-9,.]+ s", "‹number› s"));
    }

    @Test
    @Slow("starts a JVM in JMeter's place, which takes half a second")
    void aRunEndsWithItsReport() throws Exception {
        assertEquals(ExitCode.OK, run("--header", "A: b").run(measuring));
        assertTrue(results().getFileName().toString().startsWith("closed-loop-loom-"), "the folder names the mode");
        assertTrue(Files.readString(results().resolve("plan.jmx")).contains(">A<"), "the plan's copy has the header");
        assertWords("what a run announces", progress.toString());
        // Whether service one has been asked before the run's end depends on the machine.
        assertWords("output of a run", out.toString().replace(results().toString(), "‹folder›")
                .replaceAll("(?m)^" + Expectation.NONE + ".*", "‹no prediction›"));
        List<String> arguments = Files.readAllLines(results().resolve("arguments"));
        assertTrue(arguments.containsAll(List.of("-n", "-Jusers=2", "-Jtokens=1")), arguments.toString());
        assertEquals(false, Files.exists(results().resolve("temporary")), "the temporary folder is left");
    }

    @Test
    @Slow("starts a JVM in JMeter's place, which takes half a second")
    void aRunIsStoppedByACommandAndStillHasItsFigures() throws Exception {
        PlanRun run = run("-Jfake.stays=true");
        FutureTask<ExitCode> end = new FutureTask<>(() -> run.run(Measuring.onOwnThread()));
        Thread thread = Thread.ofPlatform().start(end);
        // When the third line has been read, so has the second.
        Await.until("the port is known", () -> output().contains("summary ="));
        thread.interrupt();
        assertEquals(ExitCode.OK, end.get());
        assertEquals("Shutdown", Files.readString(results().resolve("command")));
    }

    @Test
    @Slow("starts two JVMs in the place of JMeter and its server")
    void serversOfARunGenerateItsLoadAndEndWithIt() throws Exception {
        assertEquals(ExitCode.OK, run("--servers", "1").run(measuring));
        List<String> arguments = Files.readAllLines(results().resolve("arguments"));
        assertTrue(arguments.containsAll(List.of("-R", "-Gusers=2", "-Gtokens=1")), arguments.toString());
        HostPort server = HostPort.parse(arguments.get(arguments.indexOf("-R") + 1)).orElseThrow();
        assertEquals(-1L, Files.mismatch(REPOSITORY.resolve("jmeter/test/load/one.p12"), RmiKey.in(folder).file()),
                "the key is kept");
        Await.until("the server has ended", () -> {
            try {
                RemoteServers.reach(server);
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }
}
