package lab.define;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import lab.Doctored;
import lab.define.Experiment.Change;
import lab.define.Experiment.Faults;
import lab.define.Hypothesis.Bound;
import lab.judge.Judgement;
import load.Message;
import testing.TemporaryFolder;
import testing.Test;

class ExperimentFileTest extends TemporaryFolder {
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

    @Test
    void aFileIsReadAndMissingValuesGetDefaults() throws Exception {
        Experiment experiment = read("", Map.of());
        assertEquals("Waiting for a backend", experiment.title());
        assertEquals("A pool has its limit,\nloom has none.", experiment.description());
        assertEquals(List.of(4, 333, "", 12), List.of(experiment.seconds(), experiment.stageDelay(), experiment.body(),
                experiment.runs()), "a value, two defaults, and 2 contenders × 2 loads × 3 repetitions");
        assertEquals(List.of("pool --threads 4", "loom | -Xmx64m"), specifications(experiment), "in the file's order");
        assertEquals(new Message("GET", List.of(), "", "token", 200), experiment.message());
    }

    private static List<String> specifications(Experiment experiment) {
        return experiment.contenders().stream().map(Contender::specification).toList();
    }

    @Test
    void theCommandLineReplacesAndAddsValues() throws Exception {
        assertEquals(List.of(Load.closed("/a", 5), Load.closed("/a", 6), Load.open("/a", 50), Load.burst("/a", 7),
                Load.closed("/b", 5), Load.closed("/b", 6), Load.open("/b", 50), Load.burst("/b", 7)),
                read("", Map.of("path", "/a,/b", "users", "5 6", "rate", "50", "burst", "7")).loads());
        assertEquals(List.of("pool --threads 9", "async"), specifications(read("", Map.of("contender.pool",
                "pool --threads 9", "contender.new", "async", "only", "new"))),
                "a contender of the command line takes part even if 'only' does not name it");
        assertEquals(new Faults(1, 2, 3, 4, 5), read("", Map.of("error-percent", "1", "hang-percent", "2",
                "reset-percent", "3", "jitter", "4", "slow-start", "5")).faults());
        assertEquals(List.of(0.2, 1.5, 90), List.of(read("waits = 200ms", Map.of()).waits(),
                read("waits = 1.5s", Map.of()).waits(), read("start-timeout = 90", Map.of()).startSeconds()));
        String file = SHIPPED.resolve("tour").toString();
        String type = "Content-Type: text/plain; charset=utf-8";
        assertEquals(new Message("POST", List.of(type, "A: b"), file, "@" + file, 201),
                read("header = " + type + "\nheader = A: b\nstatus = 201", Map.of("request-body", file, "token",
                "@" + file)).message());
        assertEquals("PUT", read("method = put\nrequest-body = " + file, Map.of()).message().method());
    }

    @Test
    void aValueMayBeAMultipleOfTheCores() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = {25*cores}, 7\ncontender.a = pool --threads "
                + "{cores}\nexpect = a/a throughput > 1 at {25*cores}", Map.of("rate", "{2*cores}"), 4);
        assertEquals(List.of(100.0, 7.0, 8.0), experiment.loads().stream().map(Load::amount).toList());
        assertEquals(List.of("pool --threads 4"), specifications(experiment));
        assertEquals(100.0, experiment.hypotheses().getFirst().load().amount());
    }

    @Test
    void aSecondLoadIsOpenOrClosedAndAChangeKeepsTheDelayThatItDoesNotName() throws Exception {
        Experiment open = read("beside-path = /computational\nbeside-rate = 5\nbeside-body = ^x", Map.of());
        assertEquals(List.of(Load.open("/computational", 5), "^x"), List.of(open.beside(), open.besideBody()));
        assertEquals(Load.closed("/rpc", 10), read("", Map.of("beside-path", "/rpc", "beside-users", "10")).beside());
        Experiment changing = read("change = 1s  stage-delay=20\nchange = 3s delay=7 delay=2000", Map.of());
        assertEquals(List.of(new Change(1, 50, 20), new Change(3, 2000, 20)), changing.changes());
        assertEquals(List.of(open.beside(), changing.changes()), List.of(open.once(List.of(), List.of()).beside(),
                changing.once(List.of(), List.of()).changes()), "of a part of the experiment");
    }

    @Test
    void anOwnPlanReadsWhatTheExperimentSets() throws Exception {
        String file = write("my.jmx", "<jmeterTestPlan a='${__P(host,)} ${__P(port)} ${__P(seconds,)} "
                + "${__P(users,1)}'><!-- ${__P(rate,)} --></jmeterTestPlan>").toString();
        var own = read("contender.mine = command: x {port}\nwaits = 200ms\njmeter-plan = " + file, Map.of());
        assertEquals(file, own.plan());
        assertEquals(Prediction.OF_OWN_PLAN.waitingAtLeast(0.2), Predictor.predict(own, own.contenders().getLast(),
                own.loads().getFirst(), 2), "its users may pause");
        assertThrows(UsageException.class, "my.jmx does not read the property rate: write ${__P(rate,)}",
                () -> read("rate = 5\njmeter-plan = " + file, Map.of()));
        Path none = write("none.jmx", "${__P(host,)}");
        assertThrows(UsageException.class, none + " is no plan", () -> read("jmeter-plan = " + none, Map.of()));
    }

    @Test
    void aContenderIsACommandOrServiceOneWithOptions() throws Exception {
        Contender small = Contender.parse("small", "pool --threads 4 --queue=10 | -Xmx64m '-Dname=two words'");
        assertEquals(List.of("pool", List.of("--threads", "4", "--queue=10"), List.of("-Xmx64m", "-Dname=two words")),
                List.of(small.mode(), small.arguments(), small.jvmOptions()));
        assertEquals(List.of(4, 10, 99), List.of(small.option("--threads", 200), small.option("--queue", 99),
                small.option("--loops", 99)), "two values and a default");
        Contender mine = Contender.parse("mine", "command: sh -c 'exec mine --port {port} | cat' \"\"");
        assertEquals(true, mine.isCommand());
        assertEquals(List.of("sh", "-c", "exec mine --port {port} | cat", ""), mine.command());
        assertEquals(List.of(8, 7, 0), List.of(Contender.parse("own", "loom --exercise=8").exercise(),
                Contender.parse("chain", "async --loops 1 --exercise 7").exercise(), small.exercise()));
        assertThrows(UsageException.class, "--threads takes a number",
                () -> Contender.parse("a", "pool --threads").option("--threads", 1));
    }

    @Test
    void expectationsAndRefutationsOfARatioFormOneHypothesis() throws Exception {
        List<Bound> below3 = List.of(new Bound(Bound.Relation.LESS, 3));
        Hypothesis throughput = new Hypothesis("loom", "pool", "throughput", Load.closed("/rpc", 1000),
                List.of(new Bound(Bound.Relation.AT_LEAST, 4.5)), below3);
        Hypothesis cost = new Hypothesis("loom", "pool", "p99 latency", Load.closed("/rpc", 20), List.of(), below3);
        assertEquals(List.of(throughput, cost), read("expect = loom/pool throughput >= 4.5 at 1000\n"
                + "refute = loom/pool throughput < 3 at 1,000 users\n"
                + "refute = loom / pool p99 latency<3 at /rpc, 20", Map.of()).hypotheses());
        assertEquals(List.of(throughput), read("", Map.of("users", "1000", "expect", "loom/pool throughput >= 4.5",
                "refute", "loom/pool throughput < 3;")).hypotheses(), "the only load needs no name");
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
            {"users =", "no users, rate or burst is given"}, {"path = rpc", "path: 'rpc' does not start with /"},
            {"header = bare", "'bare' is not NAME: VALUE"}, {"only = b", "no contender b; there are pool, loom"},
            {"header = authorization: Bearer a", "header: the value of Authorization is --token's"},
            {"request-body = none.json", "no such file: none.json"}, {"change = 0s delay=3", "not come after 0 s"},
            {"beside-path = rpc", "'rpc' is not a path"}, {"contender.a = command: mine", "the command has no {port}"},
            {"beside-path = /rpc", "a second load needs beside-path and either beside-users or beside-rate"},
            {"waits = 200", "'200' is not a time"}, {"change = 4s delay=3", "before the window's end at 4 s"},
            {"contender.a = command: https://localhost:8443", "a URL is no contender"},
            {"body = (", "body: '(' is not a regular expression: Unclosed group"},
            {"hang-percent = 60\nerror-percent = 41", "together exceed 100"}, {"change = 5s wait=3", "not a second"},
            {"contender.my name = loom", "contender.my name: a contender's name has letters, digits"},
            {"contender.a = command: A=1 ./mine {port}", "variables need env: command: env A=1 …"},
            {"contender.a = loom --name 'x", "the quote ' is not closed"},
            {"contender.a = lomm", "contender.a: 'lomm' starts with none of pool, loom, async or command:"},
            {"contender.a = loom --exercise 1", "exercise 1 is for mode pool, not loom"},
            {"expect = loom throughput = 4 at 20", "expect: 'loom throughput = 4 at 20' is not CONTENDER/CONTENDER M"},
            {"expect = loom/pool beauty > 1 at 20", "no metric 'beauty'; there are throughput, goodput, mean latency"},
            {"expect = loom/theory p99 latency > 1 at 20", "theory predicts only throughput and mean latency"},
            {"expect = loom goodput > 1 at 20", "the experiment has no deadline"},
            {"expect = loom goodput beside > 1 at 20", "the experiment has no beside-path"},
            {"expect = loom/poll throughput > 4 at 20", "no contender 'poll'; there are pool, loom, theory"},
            {"expect = loom/pool throughput > 4 at 50", "no load '50'; there are /rpc, 20 users; /rpc, 1,000 users"},
            {"expect = loom/pool throughput > 4", "at which load? /rpc, 20 users; /rpc, 1,000 users"},
            {"expect = loom/pool throughput > 4 at 20\nrefute = loom/pool throughput > 5 at 20", "the same ratio"}};
        Stream.of(table).forEach(row -> assertThrows(UsageException.class, row[1],
                () -> Judgement.check(read(row[0], Map.of()))));
        assertThrows(UsageException.class, "no contender.NAME is given", () -> Doctored.experiment("users = 20"));
        assertThrows(UsageException.class, "no such experiment", () -> ExperimentFile.read(SHIPPED, "tuor", Map.of()));
    }

    /** The mean stands for the median, because theory knows only the mean. */
    private static final Map<String, ToDoubleFunction<Prediction>> PREDICTED = Map.of("throughput",
            Prediction::throughput, "mean latency", Prediction::latency, "p50 latency", Prediction::latency);
    /** A common belief, which its experiment states in order to refute it. */
    private static final Set<String> BELIEFS = Set.of("loom / pool throughput at /synchronized");

    /** NaN if theory does not predict it. The cores give all contenders the same share of a route that computes. */
    private static double figure(Experiment experiment, Hypothesis hypothesis, String contender, int cores)
            throws Exception {
        Prediction predicted = Predictor.predict(experiment, experiment.contenders().stream()
                .filter(each -> each.name().equals(contender)).findFirst().orElseThrow(), hypothesis.load(), cores);
        double figure = PREDICTED.getOrDefault(hypothesis.metric(), _ -> Double.NaN).applyAsDouble(predicted);
        return Double.isInfinite(figure) && predicted.isCpuBound() ? 1 : figure;
    }

    private static boolean isContradicted(Experiment experiment, Hypothesis each, int cores) throws Exception {
        String base = each.base().equals(Hypothesis.THEORY) ? each.contender() : each.base();
        double ratio = figure(experiment, each, each.contender(), cores)
                / (base.isEmpty() ? 1 : figure(experiment, each, base, cores));
        return !Double.isNaN(ratio) && (each.refuting().stream().anyMatch(bound -> bound.holds(ratio))
                || !each.expected().stream().allMatch(bound -> bound.holds(ratio)));
    }

    @Test
    void eachShippedFileSaysWhatWouldRefuteItAndTheoryContradictsOnlyBeliefs() throws Exception {
        Set<String> contradicted = new HashSet<>();
        for (String name : ExperimentFile.names(SHIPPED)) {
            for (int cores : List.of(1, 2, 4, 8, 16, 64)) {
                var experiment = ExperimentFile.parse(name, Files.readString(SHIPPED.resolve(name)), Map.of(), cores);
                Judgement.check(experiment);
                assertTrue(!experiment.title().equals(name) && !experiment.description().isBlank()
                        && experiment.hypotheses().stream().anyMatch(each -> !each.expected().isEmpty()
                        && !each.refuting().isEmpty()), name + " has no description, or nothing would refute it");
                for (Hypothesis each : experiment.hypotheses()) {
                    if (isContradicted(experiment, each, cores)) {
                        contradicted.add(each.names() + " " + each.metric() + " at " + each.load().path());
                    }
                }
            }
        }
        assertEquals(BELIEFS, contradicted, "contradicted on some number of cores");
    }
}
