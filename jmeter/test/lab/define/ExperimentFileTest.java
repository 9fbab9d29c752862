package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Option;
import common.mode.Mode;
import lab.TemporaryFolder;
import lab.define.Experiment.Change;
import lab.define.Experiment.Faults;
import lab.define.Hypothesis.Bound;
import load.Message;
import testing.Test;

class ExperimentFileTest {
    private static final Path SHIPPED = Path.of(System.getProperty("repository"), "jmeter/experiments");
    private static final String GOOD = """
            # Waiting for a backend
            #
            # A pool has its limit,
            # loom has none.
            path = /rpc
            users = 20, 1000
            # not part of the head
            seconds = 4
            contender.pool = pool --threads 4
            contender.loom = loom | -Xmx64m
            """;

    private static Experiment read(String more, Map<String, String> overrides) throws UsageException {
        return ExperimentFile.parse("waiting", GOOD + more, overrides);
    }

    private static List<String> contenders(Map<String, String> overrides) throws UsageException {
        return read("", overrides).contenders().stream().map(Contender::specification).toList();
    }

    @Test
    void aFileIsReadAndMissingValuesGetDefaults() throws Exception {
        Experiment experiment = read("", Map.of());
        assertEquals("Waiting for a backend", experiment.title());
        assertEquals("A pool has its limit,\nloom has none.", experiment.description());
        assertEquals(List.of(4, 333, "", 12), List.of(experiment.seconds(), experiment.stageDelay(), experiment.body(),
                experiment.runs()), "a value, two defaults, and 2 contenders × 2 loads × 3 repetitions");
        assertEquals(Faults.NONE, experiment.faults());
    }

    @Test
    void theCommandLineReplacesAndAddsValues() throws Exception {
        assertEquals(List.of(Load.closed("/a", 5), Load.closed("/a", 6), Load.open("/a", 50), Load.burst("/a", 7),
                Load.closed("/b", 5), Load.closed("/b", 6), Load.open("/b", 50), Load.burst("/b", 7)),
                read("", Map.of("path", "/a,/b", "users", "5 6", "rate", "50", "burst", "7")).loads());
        assertEquals("^OK", read("", Map.of("body", "^OK")).body());
        assertEquals(List.of("pool --threads 4", "loom | -Xmx64m"), contenders(Map.of()), "in the file's order");
        assertEquals(List.of("pool --threads 9", "async"),
                contenders(Map.of("contender.pool", "pool --threads 9", "contender.new", "async", "only", "new")),
                "a contender of the command line takes part even if 'only' does not name it");
        assertEquals(new Faults(1, 2, 3, 4, 5), read("", Map.of("error-percent", "1", "hang-percent", "2",
                "reset-percent", "3", "jitter", "4", "slow-start", "5")).faults(), "service two's faults");
    }

    @Test
    void aSecondLoadIsOpenOrClosed() throws Exception {
        assertEquals(null, read("", Map.of()).beside());
        Experiment open = read("beside-path = /computational\nbeside-rate = 5\nbeside-body = ^x", Map.of());
        assertEquals(List.of(Load.open("/computational", 5), "^x"), List.of(open.beside(), open.besideBody()));
        assertEquals(open.beside(), open.with(open.loads()).once(List.of(), List.of()).beside());
        assertEquals(Optional.of(Load.closed("/rpc", 10)), read("", Map.of("beside-path", "/rpc", "beside-users",
                "10")).secondLoad());
    }

    @Test
    void aChangeKeepsTheDelayThatItDoesNotName() throws Exception {
        assertEquals(List.of(new Change(1, 2000, 333), new Change(3, 2000, 20)), read("", Map.of("change",
                "1s delay=2000\n3s  stage-delay=20")).changes());
        assertEquals(List.of(new Change(2, 50, 5)), read("change = 2s delay=1 stage-delay=5 delay=50", Map.of())
                .once(List.of(), List.of()).changes());
    }

    @Test
    void requestsToAnOwnServiceHaveTheirMessage() throws Exception {
        assertEquals(new Message("GET", List.of(), "", "token", 200), read("", Map.of()).message());
        String file = SHIPPED.resolve("tour").toString();
        String type = "Content-Type: text/plain; charset=utf-8";
        assertEquals(new Message("POST", List.of(type, "A: b"), file, "@" + file, 201),
                read("header = " + type + "\nheader = A: b\nstatus = 201", Map.of("request-body", file, "token",
                "@" + file)).message());
        assertEquals("PUT", read("method = put\nrequest-body = " + file, Map.of()).message().method());
        assertEquals(List.of(0.2, 1.5, 90), List.of(read("waits = 200ms", Map.of()).waits(),
                read("waits = 1.5s", Map.of()).waits(), read("start-timeout = 90", Map.of()).startSeconds()));
    }

    @Test
    void aValueMayBeAMultipleOfTheCores() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        Experiment experiment = ExperimentFile.parse("e", "users = {25*cores}, 7\n"
                + "contender.a = pool --threads {cores}\nexpect = a/a throughput > 1 at {25*cores}",
                Map.of("rate", "{2*cores}"));
        assertEquals(List.of(25.0 * cores, 7.0, 2.0 * cores),
                experiment.loads().stream().map(Load::amount).toList());
        assertEquals("pool --threads " + cores, experiment.contenders().getFirst().specification());
        assertEquals(25.0 * cores, experiment.hypotheses().getFirst().load().amount());
    }

    @Test
    void anOwnPlanReadsWhatTheExperimentSets() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            String[] needed = {"host", "port", "seconds", "users"};
            String text = "";
            for (String property : needed) {
                String plan = Files.writeString(folder.path().resolve("my.jmx"), text).toString();
                assertThrows(UsageException.class, "my.jmx does not read the property " + property + ": write ${__P("
                        + property + ",)}", () -> read("", Map.of("jmeter-plan", plan)));
                text += "${__P(" + property + ",1)}";
            }
            String plan = Files.writeString(folder.path().resolve("my.jmx"), text).toString();
            assertEquals(plan, read("", Map.of("jmeter-plan", plan)).plan());
            assertThrows(UsageException.class, "the property rate",
                    () -> read("rate = 5", Map.of("jmeter-plan", plan)));
        }
    }

    @Test
    void aContenderIsACommandOrServiceOneWithOptions() throws Exception {
        Contender small = Contender.parse("small", "pool --threads 4 --queue=10 | -Xmx64m '-Dname=two words'");
        assertEquals("pool", small.mode());
        assertEquals(List.of("--threads", "4", "--queue=10"), small.arguments());
        assertEquals(List.of("-Xmx64m", "-Dname=two words"), small.jvmOptions());
        assertEquals(List.of(4, 10, 99), List.of(small.option("--threads", 200), small.option("--queue", 99),
                small.option("--loops", 99)), "two values and a default");
        Contender mine = Contender.parse("mine", "command: sh -c 'exec mine --port {port} | cat' \"\"");
        assertEquals(true, mine.isCommand());
        assertEquals(List.of("sh", "-c", "exec mine --port {port} | cat", ""), mine.command());
        assertEquals(List.of(8, 7, 0), List.of(Contender.parse("own", "loom --exercise=8").exercise(),
                Contender.parse("chain", "async --loops 1 --exercise 7").exercise(), small.exercise()));
        for (String wrong : List.of("pool --threads many", "pool --threads")) {
            assertContains("--threads takes a number", assertThrows(UsageException.class,
                    () -> Contender.parse("a", wrong).option("--threads", 1)).getMessage());
        }
    }

    @Test
    void expectationsAndRefutationsOfARatioFormOneHypothesis() throws Exception {
        List<Bound> below3 = List.of(new Bound(Bound.Relation.LESS, 3));
        Hypothesis throughput = new Hypothesis("loom", "pool", "throughput", Load.closed("/rpc", 1000),
                List.of(new Bound(Bound.Relation.AT_LEAST, 4.5)), below3);
        Hypothesis cost = new Hypothesis("loom", "pool", "CPU time per request", Load.closed("/rpc", 20), List.of(),
                below3);
        assertEquals(List.of(throughput, cost), read("expect = loom/pool throughput >= 4.5 at 1000\n"
                + "refute = loom/pool throughput < 3 at 1,000 users\n"
                + "refute = loom / pool CPU time per request<3 at /rpc, 20", Map.of()).hypotheses());
        assertEquals(List.of(throughput), read("", Map.of("expect", "loom/pool throughput >= 4.5 at 1000",
                "refute", "loom/pool throughput < 3 at 1000;")).hypotheses(), "on the command line");
        assertEquals("loom / pool, throughput at /rpc, 1,000 users", throughput.subject());
        assertEquals(Load.open("/meetings", 50), ExperimentFile.parse("e", "rate = 50\ncontender.a = loom\n"
                + "contender.b = async\nexpect = a/b p99 latency <= 1", Map.of()).hypotheses().getFirst().load(),
                "the only load needs no name");
    }

    @Test
    void expectationsAreDroppedIfTheCommandLineChangesTheirSubject() throws Exception {
        String text = "expect = loom/pool throughput >= 4.5 at 1000\nexpect = loom/pool throughput <= 1.1 at 20\n";
        String other = "loom/pool throughput > 2 at 20";
        Map<Map<String, String>, Integer> remaining = Map.of(Map.of("repeat", "1", "seconds", "5"), 2,
                Map.of("contender.mine", "async"), 2, Map.of("users", "20,50"), 1, Map.of("only", "loom"), 0,
                Map.of("delay", "500"), 0, Map.of("contender.pool", "pool --threads 9"), 0, Map.of("expect", other), 1,
                Map.of("contender.pool", "pool --threads 9", "expect", other), 1);
        for (var row : remaining.entrySet()) {
            assertEquals(row.getValue(), read(text, row.getKey()).hypotheses().size(), row.getKey().toString());
        }
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        String[][] table = {
            {"threads 5", "waiting, line 11: 'threads 5' is neither a comment nor key = value"},
            {"user = 20", "waiting, line 11: unknown key user; choose from authorize-permits, b"},
            {"users = many", "waiting: users: 'many' is not a number from 1 to 1000000"},
            {"users = 5, x", "users: '5, x' is not a number"},
            {"users = 0", "users: '0' is not a number"},
            {"users = 1000001", "users: '1000001' is not a number"},
            {"users = 99999999999", "users: '99999999999' is not a number"},
            {"repeat = 0", "repeat: '0' is not a number from 1 to 100"},
            {"users =", "no users, rate or burst is given"},
            {"path = rpc", "path: 'rpc' does not start with /"},
            {"path = ,", "path: names no route"},
            {"header = bare", "header: 'bare' is not NAME: VALUE"},
            {"request-body = none.json", "request-body: no such file: none.json"},
            {"token = @none.csv", "token: no such file: none.csv"},
            {"jmeter-plan = none.jmx", "jmeter-plan: no such file: none.jmx"},
            {"change = 5s wait=3", "'5s wait=3' is not a second and delays"},
            {"change = 500ms delay=3", "'500ms delay=3' is not a second and delays"},
            {"change = 0s delay=3", "'0s delay=3' does not come after 0 s"},
            {"change = 2s delay=3\nchange = 2s delay=4", "'2s delay=4' does not come after"},
            {"change = 4s delay=3", "before the window's end at 4 s"},
            {"beside-path = rpc", "beside-path: 'rpc' is not a path"},
            {"beside-path = /rpc", "a second load needs beside-path and either beside-users or beside-rate"},
            {"beside-users = 5", "a second load needs beside-path"},
            {"beside-path = /rpc\nbeside-users = 5\nbeside-rate = 5", "a second load needs"},
            {"beside-path = /rpc\nbeside-rate = 5\nbeside-body = (", "beside-body: '(' is not a regular expression"},
            {"status = 302", "'302' is not a number from 200 to 299"},
            {"waits = 200", "waits: '200' is not a time such as 200ms"},
            {"contender.a = https://localhost:8443", "a URL is no contender"},
            {"body = (", "body: '(' is not a regular expression: Unclosed group"},
            {"hang-percent = 101", "'101' is not a number from 0 to 100"},
            {"hang-percent = 60\nerror-percent = 41", "together exceed 100"},
            {"only = b", "only: no contender b; there are pool, loom"},
            {"only = ,", "only: names no contender; there are pool, loom"},
            {"contender.my name = loom", "contender.my name: a contender's name has letters, digits"},
            {"contender.a = command: mine", "the command has no {port}"},
            {"contender.a = command:", "no command after 'command:'"},
            {"contender.a = loom --name 'x", "the quote ' is not closed"},
            {"contender.a = lomm", "contender.a: 'lomm' starts with none of "
                    + String.join(", ", Mode.labels()) + " or command:"},
            {"contender.a = loom --exercise 1", "exercise 1 is for mode pool, not loom"},
            {"contender.a = async --exercise=4", "exercise 4 is for mode loom or pool, not async"},
            {"contender.a = pool --exercise", "--exercise takes a number"},
            {"expect = loom throughput = 4 at 20",
                "waiting: expect: 'loom throughput = 4 at 20' is not CONTENDER/CONTENDER METRIC >= NUMBER at LOAD"},
            {"expect = poll throughput > 4 at 20", "no contender 'poll'; there are pool, loom"},
            {"expect = theory/loom throughput > 4 at 20", "no contender 'theory'"},
            {"expect = loom/pool throughput = 4 at 20", "is not CONTENDER/CONTENDER"},
            {"expect = loom/poll throughput > 4 at 20", "no contender 'poll'; there are pool, loom, theory"},
            {"expect = loom/pool throughput > much at 20", "'much' is not a number above 0"},
            {"refute = loom/pool throughput > 0 at 20", "'0' is not a number above 0"},
            {"expect = loom/pool throughput > 4 at 50", "no load '50'; there are /rpc, 20 users; /rpc, 1,000 users"},
            {"expect = loom/pool throughput > 4", "at which load? /rpc, 20 users; /rpc, 1,000 users"},
            {"expect = loom/pool throughput > 4 at /rpc", "'/rpc' names several loads; there are /rpc, 20 users"},
            {"expect = loom/pool throughput > 4 at 20\nrefute = loom/pool throughput > 5 at 20",
                "the same ratio would both meet the expectation and refute it"}};
        for (String[] row : table) {
            assertContains(row[1], assertThrows(UsageException.class, () -> read(row[0], Map.of())).getMessage());
        }
        assertContains("no contender.NAME is given", assertThrows(UsageException.class,
                () -> ExperimentFile.parse("e", "users = 20", Map.of())).getMessage());
        for (Map<String, String> wrong : List.of(Map.of("user", "5"),
                Map.of("users", "20", "expect", "loom/pool throughput > 4 at 50"))) {
            assertThrows(UsageException.class, () -> read("", wrong));
        }
    }

    @Test
    void anOptionTakesSeveralNumbers() throws Exception {
        Option users = ExperimentFile.numbers("--users", "");
        for (String right : List.of("", "1", "20,100", "20, 1000000")) {
            assertEquals(right, users.check(right));
        }
        for (String wrong : List.of("0", "5,0", "1000001", "many")) {
            assertThrows(UsageException.class, "--users takes a number from 1 to 1000000, or several, separated by "
                    + "commas, not: " + wrong, () -> users.check(wrong));
        }
    }

    @Test
    void everyShippedExperimentSaysWhatWouldRefuteIt() throws Exception {
        for (String name : ExperimentFile.names(SHIPPED)) {
            Experiment experiment = ExperimentFile.read(SHIPPED, name, Map.of());
            assertTrue(!experiment.title().equals(name) && !experiment.description().isBlank(), name
                    + " does not begin with comments: a title, an empty comment, a description");
            assertTrue(experiment.hypotheses().stream().anyMatch(each -> !each.expected().isEmpty()
                    && !each.refuting().isEmpty()), name + " does not say what would refute it");
            assertTrue(experiment.contenders().stream().allMatch(each -> each.name().length() <= 24),
                    name + " has a contender's name that does not fit beside a chart: " + experiment.contenders());
        }
        String message = assertThrows(UsageException.class, () -> ExperimentFile.read(SHIPPED, "tuor", Map.of()))
                .getMessage();
        assertTrue(message.startsWith("no such experiment: tuor; there are ") && message.contains("tour"), message);
    }
}
