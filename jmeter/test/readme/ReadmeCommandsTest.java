package readme;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import testing.AtOnce;
import testing.Test;

/** Every command in every README is read there, and run: see the trials for how each is, and what in it is changed. */
class ReadmeCommandsTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Set<String> SERVING =
            Set.of("loom", "pool", "async", "service-one", "service-two", "class", "java");
    /** Where such a command stands alone, it is a name for the command. */
    private static final Set<String> NEED_MORE = Set.of("", "jmeter", "advise", "service-one");

    private final HelpTrials help = new HelpTrials();
    private AskedService service;      // null until somebody needs it; guarded by this

    @Test
    void everyCommandThatServesStartsAndEnds() throws Exception {
        tryAll(commands().stream().filter(ReadmeCommandsTest::serves).toList());
    }

    @Test
    void everyOtherCommandDoesAsItIsTold() throws Exception {
        tryAll(commands().stream().filter(command -> !serves(command)).toList());
    }

    @Test
    void commandsAreFoundInBlocksAndInProse() {
        String text = """
                Say `./run.sh COMMAND`, or ``./run.sh
                loom``, but not `run.sh` or `./run.shell`.

                    ./run.sh class --open   # a class
                    HEAP=1 would be another tool
                    java Mine.java 1 & pid=$!   # a job
                    cpu() { awk }

                ```
                 a diagram ──▶ of something
                ```

                - a list

                      A$  curl -H 'Authorization: token' \\
                             http://127.0.0.1:8082/meetings | head
                      Little's law: output of the line before

                ```sh
                # why
                ./run.sh compare x 'a # b' > file
                perf stat
                ```
                """;
        AssertionError unknown = assertThrows(AssertionError.class, () -> ReadmeCommands.in("x.md", text));
        assertContains("x.md:5: `HEAP=1 would be", unknown.getMessage());
        List<ReadmeCommand> found = ReadmeCommands.in("x.md", text.replaceFirst("HEAP.*", "./build.sh test"));
        assertEquals(List.of("x.md:4 [./run.sh, class, --open]", "x.md:5 [./build.sh, test]",
                "x.md:6 [java, Mine.java, 1]",
                "x.md:15 [curl, -H, Authorization: token, http://127.0.0.1:8082/meetings]",
                "x.md:21 [./run.sh, compare, x, a # b]", "x.md:1 [./run.sh, COMMAND]", "x.md:1 [./run.sh, loom]"),
                found.stream().map(command -> command.place() + ' ' + command.words()).toList());
    }

    @Test
    void whatStandsForOtherWordsIsToldFromWords() {
        for (String form : List.of("./run.sh COMMAND", "./run.sh jmeter PLAN", "./build.sh test NAME…",
                "./build.sh soak [MINUTES]", "./run.sh class --seed N", "./run.sh pool|loom",
                "./run.sh loom --service-two HOST:PORT", "./run.sh compare --contender.NAME 'loom'")) {
            assertTrue(ReadmeCommand.of("here", form).isForm(), form);
        }
        for (String whole : List.of("./run.sh loom --bind 0.0.0.0", "./run.sh jmeter tour -Jpath=/a",
                "./run.sh compare --contender.mine 'command: java --port {port}'", "./run.sh loom | grep READY")) {
            assertTrue(!ReadmeCommand.of("here", whole).isForm(), whole);
        }
    }

    /** Else a trial that never fails would go unnoticed. */
    @Test
    void aCommandThatDoesNotWorkIsToldWithItsPlace() throws Exception {
        AtOnce.run(Stream.of("./run.sh fly", "./build.sh fly", "./run.sh loom --fly", "./run.sh service-one fly",
                "./run.sh service-two --delay fly", "./run.sh class --bind", "./run.sh compare fly",
                "./run.sh bench --users fly", "./run.sh advise --rate 5", "./run.sh threads --fly",
                "./run.sh doctor fly", "./run.sh jmeter fly", "./run.sh jmeter tour -Jrate=5", "./run.sh jfr --fly",
                "./run.sh visualvm --fly", "./run.sh trace --fly", "./run.sh setup --fly", "./run.sh FLY --fly",
                "./run.sh fly PLAN", "./run.sh pool|fly", "./build.sh test NoSuchTest",
                "curl http://127.0.0.1:8082/fly", "curl http://127.0.0.1:8090/", "curl --fly http://127.0.0.1:8082/",
                "java Fly.java 8082")
                .map(text -> () -> {
                    ReadmeCommand command = ReadmeCommand.of("README.md:1", text);
                    AssertionError failure = assertThrows(AssertionError.class, () -> tryOne(command));
                    assertContains("README.md:1: `" + text + "` ", failure.getMessage());
                }));
    }

    private static Collection<ReadmeCommand> commands() throws Exception {
        Map<List<String>, ReadmeCommand> each = new LinkedHashMap<>();
        ReadmeCommands.all(REPOSITORY).forEach(command -> each.putIfAbsent(command.words(), command));
        assertTrue(!each.isEmpty(), "the READMEs show commands");
        return each.values();
    }

    private static boolean serves(ReadmeCommand command) {
        return SERVING.contains(kind(command));
    }

    /** What it is tried by: the name of the command or of the program; {@code help} where its help is. */
    private static String kind(ReadmeCommand command) {
        boolean isOurs = command.program().startsWith("./");
        Arguments arguments = command.arguments();
        if (!isOurs) {
            return command.program();
        }
        if (command.isForm() || arguments.words().size() < 2 && NEED_MORE.contains(command.name())) {
            return "form";
        }
        if (arguments.has("--help") || arguments.has("-h") || arguments.has("--answers")
                || arguments.has("--worksheet")) {
            return "help";
        }
        return (command.program().equals("./build.sh") ? "build " : "") + command.name();
    }

    private void tryAll(List<ReadmeCommand> commands) throws Exception {
        List<AtOnce.Check> checks = new ArrayList<>();
        commands.forEach(command -> checks.add(() -> tryOne(command)));
        AtOnce.run(checks.stream());
    }

    private void tryOne(ReadmeCommand command) {
        try {
            tryBy(kind(command), command);
        } catch (Exception | AssertionError e) {
            throw new AssertionError(command + " " + e.getMessage(), e);
        }
    }

    private void tryBy(String kind, ReadmeCommand command) throws Exception {
        switch (kind) {
            case "loom", "pool", "async" -> ServingTrials.mode(command, service());
            case "service-one" -> ServingTrials.serviceOne(command, service());
            case "service-two" -> ServingTrials.serviceTwo(command);
            case "class" -> ServingTrials.classroom(command);
            case "java" -> ServingTrials.java(command);
            case "compare", "bench" -> PrintingTrials.plan(command);
            case "doctor" -> PrintingTrials.doctor(command);
            case "help", "trace" -> PrintingTrials.asItIs(command);
            case "advise" -> AskingTrials.advise(command, service());
            case "threads" -> AskingTrials.threads(command, service());
            case "jfr" -> AskingTrials.jfr(command, service());
            case "curl" -> AskingTrials.curl(command, service());
            case "jmeter" -> AskingTrials.jmeter(command);
            case "build test" -> help.testsAreThere(command);
            // setup needs a network, jmeter-server another machine, the next two a screen (.ci/visualvm.sh opens one);
            // and all that build.sh does has been done, or would disturb those who do it at the same time.
            case "form", "setup", "jmeter-server", "jconsole", "visualvm", "build ", "build all", "build soak",
                    "build clean", "build jdk" -> help.isExplained(command);
            default -> throw new AssertionError("there is no such command, or no trial for it");
        }
    }

    private synchronized AskedService service() throws Exception {
        if (service == null) {
            service = AskedService.start();
        }
        return service;
    }

    @Override
    public synchronized void close() {
        if (service != null) {
            service.close();
        }
    }
}
