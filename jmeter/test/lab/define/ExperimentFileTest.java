package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import lab.define.Experiment.Faults;
import testing.Test;

/** What an experiment's file may say, and what is said of one that is wrong. */
class ExperimentFileTest {
    private static final String GOOD = """
            # Waiting for a backend
            #
            # A pool has its limit,
            # loom has not.
            path = /rpc, /meetings
            users = 20 100
            # not part of the head
            seconds = 4
            contender.pool = pool --threads 4
            contender.loom = loom | -Xmx64m
            """;

    @Test
    void readsHeadValuesAndContenders() throws Exception {
        Experiment experiment = ExperimentFile.parse("waiting", GOOD, Map.of());
        assertEquals("Waiting for a backend", experiment.title());
        assertEquals("A pool has its limit,\nloom has not.", experiment.description());
        assertEquals(List.of(Load.closed("/rpc", 20), Load.closed("/rpc", 100), Load.closed("/meetings", 20),
                Load.closed("/meetings", 100)),
                experiment.loads(), "each path under each load");
        assertEquals(List.of("pool", "loom"), experiment.contenders().stream().map(Contender::name).toList(),
                "in the file's order");
        assertEquals(4, experiment.seconds());
        assertEquals(333, experiment.stageDelay(), "a default");
        assertEquals("", experiment.body(), "what service one answers");
        assertEquals(24, experiment.runs(), "2 contenders, 4 loads, 3 repetitions");
    }

    @Test
    void overridesReplaceAndAdd() throws Exception {
        Experiment experiment = ExperimentFile.parse("waiting", GOOD,
                Map.of("users", "5", "path", "/rpc", "rate", "50", "contender.pool", "pool --threads 9",
                "contender.new", "async", "only", "new,pool", "body", "^OK"));
        assertEquals("^OK", experiment.body());
        assertEquals(List.of(Load.closed("/rpc", 5), Load.open("/rpc", 50)), experiment.loads());
        assertEquals(List.of("pool --threads 9", "async"),
                experiment.contenders().stream().map(Contender::specification).toList());
    }

    @Test
    void whoIsNamedOnTheCommandLineTakesPartWhateverOnlySays() throws Exception {
        Experiment experiment = ExperimentFile.parse("waiting", GOOD,
                Map.of("only", "loom", "contender.mine", "command: mine {port}"));
        assertEquals(List.of("loom", "mine"), experiment.contenders().stream().map(Contender::name).toList());
    }

    @Test
    void aContenderIsServiceOneWithOptionsOfItsAndOfItsJvmOrACommand() throws Exception {
        Contender small = Contender.parse("small", "pool --threads 4 --queue 10 | -Xmx64m '-Dname=two words'");
        assertEquals("pool", small.mode());
        assertEquals(List.of("--threads", "4", "--queue", "10"), small.arguments());
        assertEquals(List.of("-Xmx64m", "-Dname=two words"), small.jvmOptions());
        assertEquals(4, small.option("--threads", 200));
        assertEquals(99, small.option("--loops", 99), "the default");
        Contender mine = Contender.parse("mine", "command: sh -c 'exec mine --port {port} | cat' \"\"");
        assertEquals(true, mine.isCommand());
        assertEquals(List.of("sh", "-c", "exec mine --port {port} | cat", ""), mine.command());
        assertEquals("", mine.mode());
        for (String wrong : List.of("pool --threads many", "pool --threads")) {
            Contender contender = Contender.parse("a", wrong);
            assertContains("--threads takes a number", assertThrows(UsageException.class,
                    () -> contender.option("--threads", 1)).getMessage());
        }
    }

    @Test
    void faultsOfServiceTwoGoToIt() throws Exception {
        assertEquals(Faults.NONE, ExperimentFile.parse("waiting", GOOD, Map.of()).faults());
        Faults faults = ExperimentFile.parse("waiting", GOOD, Map.of("error-percent", "1", "hang-percent", "2",
                "reset-percent", "3", "jitter", "4", "slow-start", "5")).faults();
        assertEquals(List.of("--error-percent", "1", "--hang-percent", "2", "--reset-percent", "3", "--jitter", "4",
                "--slow-start", "5"), faults.arguments());
        assertEquals(List.of("--jitter", "7"), ExperimentFile.parse("waiting", GOOD, Map.of("jitter", "7")).faults()
                .arguments(), "what is not wanted is left out");
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        String[][] table = {
            {"users = 20\nthreads 5\ncontender.a = loom",
                    "waiting, line 2: 'threads 5' is neither a comment nor key = value"},
            {"user = 20\ncontender.a = loom",
            "waiting, line 1: user: unknown; there are authorize-permits, body, burst, contender.NAME, delay"},
            {"users = many\ncontender.a = loom", "waiting: users: 'many' is not a number from 1 to 1000000"},
            {"users = 5, x\ncontender.a = loom",
            "waiting: users: '5, x' is not a number from 1 to 1000000, or several"},
            {"users = 0\ncontender.a = loom", "users: '0' is not a number"},
            {"users = 99999999999\ncontender.a = loom", "users: '99999999999' is not a number"},
            {"users = 20\nrepeat = 0\ncontender.a = loom", "repeat: '0' is not a number from 1 to 100"},
            {"contender.a = loom", "neither users nor rate nor burst is given"},
            {"users = 20", "no contender.NAME is given"},
            {"users = 20\npath = rpc\ncontender.a = loom", "path: 'rpc' does not start with /"},
            {"users = 20\nbody = (\ncontender.a = loom", "body: '(' is no regular expression: Unclosed group"},
            {"users = 20\nhang-percent = 101\ncontender.a = loom", "'101' is not a number from 0 to 100"},
            {"users = 20\nhang-percent = 60\nerror-percent = 41\ncontender.a = loom", "more than 100: error-percent"},
            {"users = 20\nonly = b\ncontender.a = loom", "only: no contender b; there are a"},
            {"users = 20\nonly = ,\ncontender.a = loom", "only: names no contender; there are a"},
            {"users = 20\npath = ,\ncontender.a = loom", "path: names no route"},
            {"users = 20\ncontender.a = command: mine", "{service-two}, where it has that, becomes HOST:PORT"},
            {"users = 20\ncontender.my name = loom", "contender.my name: a contender's name has letters, digits"},
            {"users = 20\ncontender.a = command:", "no command after 'command:'"},
            {"users = 20\ncontender.a = loom --name 'x", "a quote ' is not closed"},
            {"users = 20\ncontender.a = lomm", "contender.a: 'lomm' starts with none of pool, loom, async or command:"},
        };
        for (String[] row : table) {
            UsageException e = assertThrows(UsageException.class,
                    () -> ExperimentFile.parse("waiting", row[0], Map.of()));
            assertContains(row[1], e.getMessage());
        }
        UsageException e = assertThrows(UsageException.class,
                () -> ExperimentFile.parse("waiting", GOOD, Map.of("user", "5")));
        assertContains("--user: unknown", e.getMessage());
    }

    @Test
    void everyShippedExperimentIsRightAndSaysWhatToExpect() throws Exception {
        Path folder = Path.of(System.getProperty("repository"), "jmeter/experiments");
        for (String name : ExperimentFile.names(folder)) {
            Experiment experiment = ExperimentFile.read(folder, name, Map.of());
            assertEquals(false, experiment.title().equals(name), name + " has a title");
            assertEquals(false, experiment.description().isBlank(), name + " says what to expect");
            assertEquals(false, experiment.hypotheses().stream().noneMatch(each -> !each.expected().isEmpty()
                    && !each.refuting().isEmpty()), name + " says what would refute it");
            for (Contender contender : experiment.contenders()) {
                assertEquals(false, contender.name().length() > 24, name + ": " + contender.name()
                        + " fits beside a chart");
            }
        }
    }

    @Test
    void anUnknownExperimentNamesTheOthers() {
        Path folder = Path.of(System.getProperty("repository"), "jmeter/experiments");
        UsageException e = assertThrows(UsageException.class, () -> ExperimentFile.read(folder, "tuor", Map.of()));
        assertContains("no such experiment: tuor; there are", e.getMessage());
        assertContains("tour", e.getMessage());
    }
}
