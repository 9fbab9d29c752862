package testing;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every command of {@code ./run.sh} speaks the same dialect of options, whichever program carries it out. */
@Slow("starts about a hundred programs")
class CommandsTest {
    /** Nobody is asked there: the command line is wrong. */
    private static final String ELSEWHERE = "--service-two=127.0.0.1:1";

    /**
     * A command, and one of its options.
     *
     * @param line  the command, and what it needs to be right but for that option
     * @param says  how its messages begin
     * @param flag  an option that takes a value; empty if the command has none
     * @param takes what that option takes
     * @param bad   what it does not take
     */
    private record Row(List<String> line, String says, String flag, String takes, String bad) {
    }

    private static final List<Row> ROWS = List.of(
            new Row(List.of("loom", ELSEWHERE), "service one", "--port", "a number from 0 to 65535", "x"),
            new Row(List.of("pool", ELSEWHERE), "service one", "--threads", "a number from 1 to 100000", "0"),
            new Row(List.of("async", ELSEWHERE), "service one", "--loops", "a number from 1 to 1000", "1.5"),
            new Row(List.of("service-one", "loom"), "service one", "--service-two", "HOST:PORT, or @FILE", "nowhere"),
            new Row(List.of("service-two"), "service two", "--delay",
                    "a number of milliseconds from 0 to 600000", "-1"),
            new Row(List.of("jmeter", "closed-loop"), "jmeter", "--warmup", "a number of seconds from 0 to 86400", "x"),
            new Row(List.of("jmeter-server"), "jmeter-server", "--port", "a number from 1 to 65534", "x"),
            new Row(List.of("compare", "tour"), "compare", "--seconds", "a number of seconds from 1 to 86400",
                    "x"),
            new Row(List.of("class"), "class", "--port", "a number from 0 to 65535", "x"),
            new Row(List.of("advise", "--latency", "1s"), "advise", "--rate",
                    "requests a second, above 0 and up to 1,000,000", "0"),
            new Row(List.of("bench", "loom"), "bench", "--repeat", "a number from 1 to 100", "0"),
            new Row(List.of("setup"), "setup", "", "", ""),
            new Row(List.of("doctor"), "doctor", "", "", ""),
            new Row(List.of("trace"), "trace", "", "", ""),
            new Row(List.of("threads"), "threads", "--pid", "a number from 1 to 2147483647", "x"),
            new Row(List.of("jfr", "5"), "jfr", "--port", "a number from 1 to 65535", "70000"),
            new Row(List.of("jconsole"), "jconsole", "--port", "a number from 1 to 65535", "0"),
            new Row(List.of("visualvm"), "visualvm", "--pid", "a number from 1 to 2147483647", "x"));

    @Test
    void helpGoesToStandardOutput() throws Exception {
        AtOnce.run(ROWS.stream().flatMap(row ->
                Stream.<AtOnce.Check>of(() -> help(row, "--help"), () -> help(row, "-h"))));
    }

    @Test
    void whatIsNoOptionIsNamed() throws Exception {
        AtOnce.run(ROWS.stream().map(row -> () -> refused(row, "no such option: --bogus", "", "--bogus")));
    }

    /** A command line as it may slip from the hand, and what is said of it. */
    private static final String[][] SLIPS = {
        {"run.sh lom", "run.sh: no such command: lom; did you mean loom?"},
        {"run.sh visual", "run.sh: no such command: visual; did you mean visualvm?"},
        {"run.sh jmetre-server", "run.sh: no such command: jmetre-server; did you mean jmeter-server?"},
        {"run.sh fly", "run.sh: no such command: fly"},
        {"run.sh x", "run.sh: no such command: x"},
        {"build.sh tset", "build.sh: no such command: tset; did you mean test?"},
        {"build.sh publish", "build.sh: no such command: publish"},
        {"run.sh loom " + ELSEWHERE + " --treads 5", "service one: no such option: --treads; did you mean --threads?"},
        {"run.sh loom " + ELSEWHERE + " extra", "service one: one mode at a time: loom or extra"},
        {"run.sh jmeter closed-loop --warmpu 5", "jmeter: no such option: --warmpu; did you mean --warmup?"},
        {"run.sh setup --fetch", "setup: no such option: --fetch; did you mean --fetch-jmeter?"},
        {"run.sh doctor now", "doctor: takes options only, not: now"}};

    @Test
    void aSlipIsToldInOneLineWithWhatWasProbablyMeant() throws Exception {
        AtOnce.run(Stream.of(SLIPS).map(row -> () -> {
            String[] words = row[0].split(" ");
            try (Program program = Program.script(words[0], Arrays.copyOfRange(words, 1, words.length))) {
                assertEquals(1, program.exitCode(), row[0] + ": " + program.output());
                String[] errors = program.standardError().split("\n");
                assertEquals(row[1], errors[0], row[0]);
                assertTrue(errors.length == 2 && errors[1].startsWith("usage: ./"), program.standardError());
            }
        }));
    }

    @Test
    void anOptionSaysWhatItTakes() throws Exception {
        AtOnce.run(ROWS.stream().filter(row -> !row.flag.isEmpty()).flatMap(row -> {
            String takes = row.flag + " takes " + row.takes;
            String not = ", not: " + row.bad;
            return Stream.<AtOnce.Check>of(() -> refused(row, takes, "", row.flag),
                    () -> refused(row, takes, not, row.flag, row.bad),
                    () -> refused(row, takes, not, row.flag + '=' + row.bad));
        }));
    }

    /** One has digits of its own, in the other the small letter of I is no i. */
    private static final List<String> LOCALES =
            List.of("-Duser.language=fa -Duser.country=IR", "-Duser.language=tr -Duser.country=TR");

    @Test
    void theUsersLocaleChangesNothingThatIsSaid() throws Exception {
        List<List<String>> lines = List.of(List.of("compare", "tour", "--plan"),
                List.of("advise", "--rate", "1500", "--latency", "200ms"));
        AtOnce.run(Stream.concat(LOCALES.stream().map(locale -> () -> starts(locale)),
                lines.stream().flatMap(line -> LOCALES.stream().map(locale -> () ->
                        assertEquals(said("-Duser.language=", line), said(locale, line), locale)))));
    }

    private static void starts(String locale) throws Exception {
        try (Program run = inLocale(locale, List.of("loom", "--port", "0", "--service-two-port", "0"))) {
            run.awaitPort("one");
            assertEquals(0, run.terminate().exitCode(), run.output());
            assertTrue(run.output().chars().noneMatch(each -> each > '9' && Character.isDigit(each)), run.output());
        }
    }

    private static String said(String locale, List<String> line) throws Exception {
        try (Program program = inLocale(locale, line)) {
            assertEquals(0, program.exitCode(), program.output());
            return program.output();
        }
    }

    private static Program inLocale(String locale, List<String> line) throws Exception {
        Stream<String> run = Stream.of("env", "JAVA_TOOL_OPTIONS=" + locale, "./run.sh");
        return Program.command(Stream.concat(run, line.stream()).toArray(String[]::new));
    }

    /** On a fresh checkout nothing is built but what the command says that it needs. */
    @Test
    void everyCommandHasTheProgramBuiltThatItRuns() throws Exception {
        String script = Files.readString(Path.of(System.getProperty("repository"), "run.sh"));
        Map<String, String> built = cases(script, "(?m)^  ([a-z|-]+)\\) +modules='(.*)' ;;$");
        Map<String, String> run = cases(script, "(?m)^  ([a-z|-]+)\\) +(tool) ");
        assertTrue(run.size() > 5, "the commands that run a tool: " + run);
        run.forEach((command, program) -> assertTrue(built.getOrDefault(command, "").contains("jmeter"),
                command + " runs a " + program + ", and has built: " + built.get(command)));
    }

    /** From each of the commands that a line of a case is for to what stands there. */
    private static Map<String, String> cases(String script, String pattern) {
        Map<String, String> cases = new TreeMap<>();
        Pattern.compile(pattern).matcher(script).results().forEach(line ->
                Stream.of(line.group(1).split("\\|")).forEach(command -> cases.put(command, line.group(2))));
        return cases;
    }

    private static void help(Row row, String flag) throws Exception {
        try (Program program = Program.script("run.sh", row.line.getFirst(), flag)) {
            String what = row.line.getFirst() + ' ' + flag;
            assertEquals(0, program.exitCode(), what);
            assertTrue(program.standardOutput().startsWith("usage: ./run.sh "), what + ": " + program.standardOutput());
            assertEquals("", program.standardError(), what);
        }
    }

    /** With an error in one line, that begins and ends like this, and a usage in one line. */
    private static void refused(Row row, String start, String end, String... arguments) throws Exception {
        List<String> line = Stream.concat(row.line.stream(), Stream.of(arguments)).toList();
        try (Program program = Program.script("run.sh", line.toArray(String[]::new))) {
            assertEquals(1, program.exitCode(), line + ": " + program.output());
            assertEquals("", program.standardOutput(), line.toString());
            String begins = row.says + ": " + start;
            String[] errors = program.standardError().split("\n");
            assertTrue(errors.length == 2 && errors[0].startsWith(begins) && errors[0].endsWith(end)
                    && errors[1].startsWith("usage: ./run.sh "),
                    line + ": '" + begins + '…' + end + "' and a line of usage, not: " + program.standardError());
        }
    }
}
