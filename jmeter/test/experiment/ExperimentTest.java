package experiment;

import static common.settings.ServiceTwoSettings.Setting.AUTHORIZE_PERMITS;
import static common.settings.ServiceTwoSettings.Setting.DELAY;
import static common.settings.ServiceTwoSettings.Setting.ERROR_PERCENT;
import static common.settings.ServiceTwoSettings.Setting.HANG_PERCENT;
import static common.settings.ServiceTwoSettings.Setting.JITTER;
import static common.settings.ServiceTwoSettings.Setting.RESET_PERCENT;
import static common.settings.ServiceTwoSettings.Setting.SLOW_START;
import static common.settings.ServiceTwoSettings.Setting.STAGE_DELAY;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Option;
import common.commandline.UsageException;
import common.mode.Mode;
import common.settings.ServiceTwoSettings;
import experiment.Conditions.Change;
import experiment.Hypothesis.Bound;
import lab.Doctored;
import lab.judge.Verdict;
import model.Predictor;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class ExperimentTest extends TemporaryFolder {
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
        return Experiment.parse("waiting", GOOD + more, overrides);
    }

    private static Contender contender(String name, String specification, String mode, List<String> arguments,
            List<String> jvmOptions) {
        return new Contender(name, specification,
                new Contender.ServiceOne(Mode.of(mode).orElseThrow(), arguments, jvmOptions));
    }

    @Test
    void aFileIsReadAndMissingValuesGetDefaults() throws Exception {
        List<Contender> contenders = List.of(
                contender("pool", "pool --threads 4", "pool", List.of("--threads", "4"), List.of()),
                contender("loom", "loom | -Xmx64m", "loom", List.of(), List.of("-Xmx64m")));
        List<Load> loads = List.of(Load.closed("/rpc", 20), Load.closed("/rpc", 1000));
        Experiment experiment = read("", Map.of());
        assertEquals(List.of("waiting", "Waiting for a backend", "A pool has its limit,\nloom has none."),
                List.of(experiment.name(), experiment.title(), experiment.description()));
        assertEquals(contenders, experiment.contenders());
        assertEquals(new Conditions(ServiceTwoSettings.STANDARD, List.of()), experiment.conditions());
        assertEquals(new Workload(loads, Optional.empty(), new Message("GET", List.of(), "", "token", 200),
                Optional.empty(), Optional.empty(), Optional.empty()), experiment.workload());
        assertEquals(new Window(20, 1, 4, 3, 10, 30, false), experiment.window());
        assertEquals(new Claims(List.of(), OptionalDouble.empty(), OptionalDouble.empty(), false), experiment.claims());
        assertEquals(12, experiment.runs(), "2 contenders × 2 loads × 3 repetitions");
        assertEquals(List.of(Load.closed("/meetings", 5)),
                Doctored.experiment("users = 5\ncontender.a = loom").loads());
    }

    @Test
    void eachValueIsReadFromItsKey() throws Exception {
        Path file = write("body.json", "{}");
        Experiment experiment = Experiment.parse("all", """
                users = 5
                beside-path = /computational
                beside-rate = 6
                beside-body = ^x
                warmup = 7
                warmup-cycles = 8
                seconds = 9
                repeat = 10
                drain = 11
                delay = 12
                stage-delay = 13
                change = 1s delay=2
                authorize-permits = 14
                error-percent = 1
                hang-percent = 2
                reset-percent = 97
                jitter = 4
                slow-start = 5
                failures = expected
                start-timeout = 15
                waits = 200ms
                deadline = 1.5s
                method = put
                header = Content-Type: text/plain; charset=utf-8
                header = A: b
                token = a,b
                status = 201
                body = ^y
                heap-probe = 1
                contender.a = async
                """, Map.of("request-body", file.toString()));
        Message message = new Message("PUT", List.of("Content-Type: text/plain; charset=utf-8", "A: b"),
                file.toString(), "a,b", 201);
        ServiceTwoSettings two = new ServiceTwoSettings(Map.of(DELAY, 12, STAGE_DELAY, 13, AUTHORIZE_PERMITS, 14,
                ERROR_PERCENT, 1, HANG_PERCENT, 2, RESET_PERCENT, 97, JITTER, 4, SLOW_START, 5));
        assertEquals(new Conditions(two, List.of(new Change(1, two.with(DELAY, 2)))), experiment.conditions());
        assertEquals(new Workload(List.of(Load.closed("/meetings", 5)), Optional.of(Load.open("/computational", 6)),
                message, Optional.of("^y"), Optional.of("^x"), Optional.empty()), experiment.workload());
        assertEquals(new Window(7, 8, 9, 10, 11, 15, true), experiment.window());
        assertEquals(new Claims(List.of(), OptionalDouble.of(1.5), OptionalDouble.of(0.2), true), experiment.claims());
        Experiment once = experiment.once(experiment.contenders(), List.of(Load.burst("/rpc", 3)));
        assertEquals(List.of(1, List.of(Load.burst("/rpc", 3)), List.of()), List.of(once.window().repeat(),
                once.loads(), once.claims().hypotheses()));
        assertEquals(experiment, experiment.with(List.of(), List.of())
                .with(experiment.contenders(), experiment.loads()), "only contenders and loads differ");
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
        assertEquals(List.of("loom | -Xmx64m"), specifications(read("only = loom", Map.of())));
        String file = SHIPPED.resolve("tour").toString();
        assertEquals("POST", read("", Map.of("request-body", file)).workload().message().method());
        assertEquals("GET", read("", Map.of("token", "@" + file)).workload().message().method());
        Claims without = read("waits = 200ms\ndeadline = 1s\nfailures = expected", Map.of("waits", "", "deadline",
                "", "failures", "")).claims();
        assertEquals(new Claims(List.of(), OptionalDouble.empty(), OptionalDouble.empty(), false), without,
                "an empty value takes the file's away");
        assertEquals("DELETE", read("method = delete", Map.of()).workload().message().method());
    }

    /** Otherwise its title would speak of what is not measured. */
    @Test
    void anExperimentWithoutTheFilesContendersIsNamedAfterItsOwn() throws Exception {
        String mine = "contender.mine = command: mine {port}\ncontender.other = command: other {port}\n";
        Experiment both = read(mine + "only = mine, other", Map.of());
        assertEquals(List.of("mine-other", ""), List.of(both.name(), both.description()));
        Words.assertSame("experiment-file", "title of others", both.title());
        assertEquals("waiting", read(mine + "only = mine, loom", Map.of()).name(), "one of service one's modes");
        assertEquals("e", Experiment.parse("e", mine + "users = 1", Map.of()).name(), "nothing is left out");
    }

    @Test
    void anExperimentIsAFileOfTheFolderOrAnyOther() throws Exception {
        String text = "users = 20\ncontender.a = loom";
        for (String name : List.of("b", "a", "c.jmx", ".hidden")) {
            write(name, text);
        }
        Files.createDirectory(folder.resolve("folder"));
        assertEquals(List.of("a", "b"), ExperimentFile.names(folder));
        assertEquals("a", Experiment.read(folder, "a", Map.of()).name());
        Path other = write("elsewhere/..my own-experiment,_1.txt", text);
        assertEquals("my-own-experiment-_1.txt", Experiment.read(folder, other.toString(), Map.of()).name());
    }

    /** What they mean says the help of compare. */
    @Test
    void theKeysOfAFileAreAlsoOptions() throws Exception {
        Words.assertSame("experiment-file", "keys", Experiment.KEYS.stream().map(key -> key.label() + " "
                + key.value() + " (" + key.standard() + "): " + masked(key.takes())).collect(Collectors.joining("\n")));
        Option users = Experiment.KEYS.getFirst();
        for (String good : List.of("", "1", "1000000", "20,100 3,  4")) {
            assertTrue(users.accepts().test(good), good);
        }
        for (String bad : List.of("0", "1000001", "5,0", "x", "1.5", "-1", "1;2")) {
            assertEquals(false, users.accepts().test(bad), bad);
        }
    }

    /** The words for a number belong to {@code common}. */
    private static String masked(String text) {
        String result = text;
        for (String takes : Experiment.KEYS.stream().filter(key -> Set.of("N", "S", "MS", "P").contains(key.value()))
                .map(Option::takes).sorted(Comparator.comparing(String::length).reversed()).toList()) {
            result = result.replace(takes, "‹" + takes.replaceAll("\\D+", " ").strip() + "›");
        }
        return result;
    }

    @Test
    void aValueMayBeAMultipleOfTheCores() throws Exception {
        Experiment experiment = Experiment.parse("e", "users = {25*cores}, 7\ncontender.a = pool --threads "
                + "{cores}\nexpect = a/a throughput > 1 at {25*cores}", Map.of("rate", "{2*cores}"), 4);
        assertEquals(List.of(100.0, 7.0, 8.0), experiment.loads().stream().map(Load::amount).toList());
        assertEquals(List.of("pool --threads 4"), specifications(experiment));
        assertEquals(100.0, experiment.claims().hypotheses().getFirst().load().amount());
    }

    @Test
    void aSecondLoadIsOpenOrClosedAndAChangeKeepsTheDelayThatItDoesNotName() throws Exception {
        Experiment open = read("beside-path = /computational\nbeside-rate = 5\nbeside-body = ^x", Map.of());
        assertEquals(Optional.of(Load.open("/computational", 5)), open.beside());
        assertEquals(Optional.of(Load.closed("/rpc", 10)),
                read("", Map.of("beside-path", "/rpc", "beside-users", "10")).beside());
        Experiment changing = read("change = 1s  stage-delay=20\nchange = 3s delay=7 delay=2000", Map.of());
        ServiceTwoSettings first = ServiceTwoSettings.STANDARD.with(STAGE_DELAY, 20);
        List<Change> changes = changing.conditions().changes();
        assertEquals(List.of(new Change(1, first), new Change(3, first.with(DELAY, 2000))), changes);
        assertEquals("3s delay=2000 stage-delay=20", changes.getLast().toString(), "as in a file");
        assertEquals(List.of(open.beside(), changes), List.of(open.once(List.of(), List.of()).beside(),
                changing.once(List.of(), List.of()).conditions().changes()), "of a part of the experiment");
    }

    @Test
    void anOwnPlanReadsWhatTheExperimentSets() throws Exception {
        String file = write("my.jmx", "<jmeterTestPlan a='${__P(host,)} ${__P(port)} ${__P(seconds,)} "
                + "${__P(users,1)}'><!-- ${__P(rate,)} --></jmeterTestPlan>").toString();
        var own = read("contender.mine = command: x {port}\nwaits = 200ms\njmeter-plan = " + file, Map.of());
        assertEquals(Optional.of(Path.of(file)), own.workload().plan());
        assertEquals(Prediction.OF_OWN_PLAN, Predictor.predict(own, own.contenders().getFirst(),
                own.loads().getFirst(), 2), "the waits are those of the command");
        var unknown = read("contender.mine = command: x {port}\njmeter-plan = " + file, Map.of());
        assertEquals(Prediction.OF_OWN_PLAN, Predictor.predict(unknown, unknown.contenders().getLast(),
                unknown.loads().getFirst(), 2), "the waits are unknown");
        assertEquals(Prediction.OF_OWN_PLAN.waitingAtLeast(0.2), Predictor.predict(own, own.contenders().getLast(),
                own.loads().getFirst(), 2), "its users may pause");
    }

    @Test
    void aContenderIsACommandOrServiceOneWithOptions() throws Exception {
        Contender small = Contender.parse("small", "pool --threads 4 --queue=10 | -Xmx64m '-Dname=two words'");
        assertEquals(new Contender.ServiceOne(Mode.POOL, List.of("--threads", "4", "--queue", "10"), List.of("-Xmx64m",
                "-Dname=two words")), small.kind());
        assertEquals(List.of(4, 10, 99), List.of(small.option("--threads", 200), small.option("--queue", 99),
                small.option("--loops", 99)), "two values and a default");
        Contender mine = Contender.parse("mine", "command: sh -c 'exec mine --port {port} | cat' \"\"");
        assertEquals(new Contender.Command(List.of("sh", "-c", "exec mine --port {port} | cat", "")), mine.kind());
        assertEquals(List.of(8, 7), Stream.of(Contender.parse("own", "loom --exercise=8"), small,
                Contender.parse("chain", "async --loops 1 --exercise 7")).flatMap(each -> each.exercise().stream())
                .toList());
        assertEquals(3, Contender.parse("a", "pool --threads 1 --threads=2 --threads 3").option("--threads", 0),
                "the last");
        for (String bad : List.of("pool --threads", "pool --threads=", "pool --threads x")) {
            assertThrows(UsageException.class, () -> Contender.parse("a", bad).option("--threads", 1));
        }
    }

    @Test
    void expectationsAndRefutationsOfARatioFormOneHypothesis() throws Exception {
        List<Bound> below3 = List.of(new Bound(Bound.Relation.LESS, 3));
        Hypothesis throughput = new Hypothesis("loom", "pool", "throughput", Load.closed("/rpc", 1000),
                List.of(new Bound(Bound.Relation.AT_LEAST, 4.5)), below3);
        Hypothesis cost = new Hypothesis("loom", "pool", "p99 latency", Load.closed("/rpc", 20), List.of(), below3);
        assertEquals(List.of(throughput, cost), read("expect = loom/pool throughput >= 4.5 at 1000\n"
                + "refute = loom/pool throughput < 3 at " + Load.closed("/rpc", 1000).label() + "\n"
                + "refute = loom / pool p99 latency<3 at /rpc, 20", Map.of()).claims().hypotheses());
        assertEquals(List.of(throughput), read("", Map.of("users", "1000", "expect", "loom/pool throughput >= 4.5",
                "refute", "loom/pool throughput < 3;")).claims().hypotheses(), "the only load needs no name");
        assertEquals(List.of("expected >= 4.5, refuted by < 3", "refuted by < 3"),
                List.of(throughput.claim(), cost.claim()), "only what is stated");
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
            assertEquals(row.getValue(), read(text, row.getKey()).claims().hypotheses().size(), "" + row.getKey());
        }
        assertEquals(1, read("expect = loom/theory throughput > 0.5 at 20\nexpect = loom/pool throughput > 1 at 20",
                Map.of("only", "loom")).claims().hypotheses().size(), "theory is always there");
        assertEquals(1, read("expect = loom throughput > 1 at 20\nexpect = pool throughput > 1 at 20",
                Map.of("only", "loom")).claims().hypotheses().size(), "the pool is not");
    }

    private static String message(String line, Map<String, String> overrides) {
        return assertThrows(UsageException.class, () -> Verdict.check(read(line, overrides))).getMessage();
    }

    @Test
    void mistakesAreNamedWithTheirPlace() throws Exception {
        List<String> lines = List.of("threads 5", "= 5", "user = 20", "users = many", "users =", "path = rpc",
                "path = ,", "header = bare", "header = authorization: Bearer a", "request-body = none.json",
                "token = @none.csv", "only = b", "only = ,", "change = 0s delay=3", "change = 4s delay=3",
                "change = 5s wait=3", "change = 2s delay=3\nchange = 2s delay=4", "beside-path = rpc",
                "beside-path = /rpc", "beside-rate = 5", "beside-users = 5",
                "beside-path = /rpc\nbeside-rate = 5\nbeside-users = 5", "waits = 200", "deadline = 1h", "body = (",
                "beside-body = [", "failures = unexpected", "hang-percent = 60\nerror-percent = 40\nreset-percent = 1",
                "contender.my name = loom", "contender.a = command: mine", "contender.a = command:",
                "contender.a = command: https://localhost:8443", "contender.a = http://localhost",
                "contender.a = command: A=1 ./mine {port}", "contender.a = loom --name 'x",
                "contender.a = command: mine {port} \"x", "contender.a = lomm", "contender.a =",
                "contender.a = loom --exercise x",
                "expect = loom throughput = 4 at 20",
                "expect = loom/pool throughput > 0 at 20", "expect = loom throughput > x at 20",
                "expect = loom/pool beauty > 1 at 20", "expect = loom/theory p99 latency > 1 at 20",
                "expect = loom/theory beauty > 1 at 20", "expect = loom goodput > 1 at 20",
                "expect = loom goodput beside > 1 at 20", "expect = loom/poll throughput > 4 at 20",
                "expect = lom/pool throughput > 4 at 20",
                "expect = loom/pool throughput > 4 at 50", "expect = loom/pool throughput > 4 at /rpc",
                "refute = loom/pool throughput > 4",
                "expect = loom/pool throughput > 4 at 20\nrefute = loom/pool throughput > 5 at 20");
        List<String> messages = new ArrayList<>();
        for (String line : lines) {
            messages.add(line.replace("\n", "; ") + " -> " + message(line, Map.of()));
        }
        messages.add("--user 20 -> " + message("", Map.of("user", "20")));
        messages.add("no contender -> " + assertThrows(UsageException.class, () -> Doctored.experiment("users = 20"))
                .getMessage());
        write("tour", GOOD);
        messages.add("no such file -> " + assertThrows(UsageException.class, () -> Experiment.read(folder, "tuor",
                Map.of())).getMessage());
        Words.assertSame("experiment-file", "mistakes", masked(String.join("\n", messages)
                .replace(Load.closed("/rpc", 20).name(), "‹20›").replace(Load.closed("/rpc", 1000).name(), "‹1000›")
                .replace(Stream.of(Metric.values()).map(Metric::label).collect(Collectors.joining(", ")),
                        "‹metrics›")));
    }

    @Test
    void aBoundHoldsAtItsValueIfItSaysSoAndBothKindsOfBoundsMayMeet() throws Exception {
        Object[][] table = {{">=", false, true, true}, {">", false, false, true}, {"<=", true, true, false},
            {"<", true, false, false}};
        for (Object[] row : table) {
            Bound bound = Bound.of((String) row[0], 2.5);
            assertEquals(List.of(row[1], row[2], row[3]), List.of(bound.holds(2.4), bound.holds(2.5), bound.holds(2.6)),
                    bound.toString());
            assertEquals(row[0] + " 2.5", bound.toString());
        }
        assertEquals("< 3", Bound.of("<", 3).toString());
        for (String refuting : List.of("< 3", "<= 3", "< 4")) {
            assertEquals(refuting.equals("< 4"), isRefused("expect = loom/pool throughput > 3 at 20\n"
                    + "refute = loom/pool throughput " + refuting + " at 20"), refuting);
        }
        assertEquals(false, isRefused("refute = loom/pool throughput < 3 at 20\n"
                + "refute = loom/pool throughput > 2 at 20"));
        for (String good : List.of("loom throughput >= 0", "loom/theory mean latency > 1", "loom goodput > 1",
                "loom/pool goodput beside > 1")) {
            assertEquals(false, isRefused("deadline = 1s\nbeside-path = /rpc\nbeside-users = 1\nexpect = " + good
                    + " at 20"), good);
        }
    }

    private static boolean isRefused(String text) {
        try {
            Verdict.check(read(text, Map.of()));
            return false;
        } catch (UsageException e) {
            return true;
        }
    }

    @Test
    void usersReplaceTheirPlaceholder() throws Exception {
        Contender pool = Contender.parse("p", "pool --threads {users} | -Da={users}");
        assertEquals(contender("p", pool.specification(), "pool", List.of("--threads", "1200"), List.of("-Da=1200")),
                pool.under(Load.closed("/rpc", 1200)));
        assertEquals(new Contender.Command(List.of("x", "{port}", "1")), Contender.parse("c",
                "command: x {port} {users}").under(Load.open("/rpc", 0.4)).kind(), "at least one");
        Contender mine = Contender.parse("c", "command: x {port}");
        assertEquals(List.of(false, true, Mode.POOL), List.of(mine.isServiceOne(), pool.isServiceOne(), pool.mode()));
        assertThrows(NoSuchElementException.class, mine::mode);
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
    void aLoadIsNamedByWhatItIs() throws Exception {
        Words.assertSame("compare", "names of loads", Stream.of(Load.closed("/a", 1), Load.closed("/a", 1_000),
                Load.open("/a", 1_000), Load.burst("/a", 1_000)).map(load -> load.name() + "; " + load.series())
                .collect(Collectors.joining("\n")));
        assertEquals(List.of(5, 0, 7), List.of(Load.closed("/a", 5).users(), Load.open("/a", 6).users(),
                Load.burst("/a", 7).users()));
    }

    @Test
    void eachShippedFileSaysWhatWouldRefuteItAndTheoryContradictsOnlyBeliefs() throws Exception {
        Set<String> contradicted = new HashSet<>();
        for (String name : ExperimentFile.names(SHIPPED)) {
            for (int cores : List.of(1, 2, 4, 8, 16, 64)) {
                var experiment = Experiment.parse(name, Files.readString(SHIPPED.resolve(name)), Map.of(), cores);
                Verdict.check(experiment);
                assertTrue(!experiment.title().equals(name) && !experiment.description().isBlank()
                        && experiment.claims().hypotheses().stream().anyMatch(each -> !each.expected().isEmpty()
                        && !each.refuting().isEmpty()), name + " has no description, or nothing would refute it");
                for (Hypothesis each : experiment.claims().hypotheses()) {
                    if (isContradicted(experiment, each, cores)) {
                        contradicted.add(each.names() + " " + each.metric() + " at " + each.load().path());
                    }
                }
            }
        }
        assertEquals(BELIEFS, contradicted, "contradicted on some number of cores");
    }
}
