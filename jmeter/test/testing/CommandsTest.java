package testing;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;

class CommandsTest {
    private static final String[][] WRONG = {
        {"loom --service-two-port 0 --port x", "service one: --port takes "},
        {"async --delay=1 --stage-delay=x", "service two: --stage-delay takes "},
        {"pool --service-two-port=65536", "service two: --service-two-port takes "},
        {"loom --service-two a:1 --delay 1", "run.sh: --delay needs a service two that this command starts"},
        {"pool --service-two-port=1 --service-two=a:1", "run.sh: --service-two-port needs a service two that "},
        {"service-one loom --service-two nowhere", "service one: --service-two takes "},
        {"service-two --delay -1", "service two: --delay takes "},
        {"jmeter closed-loop --warmup x", "jmeter: --warmup takes "},
        {"jmeter-server --port x", "jmeter-server: --port takes "},
        {"compare tour --seconds x", "compare: --seconds takes "},
        {"exercise 1 chekc", "exercise: not a command: exercise 1 chekc; the actions are check, hint and solution"},
        {"exercise 99", "exercise: no such exercise: 99; choose from 1"},
        {"exercise grade", "exercise: not a command: exercise grade; the actions are "},
        {"class --port x", "class: --port takes "},
        {"advise --latency 1s --rate 0", "advise: --rate takes "},
        {"bench --repeat 0", "compare: --repeat takes "},
        {"setup --fetch", "setup: no such option: --fetch; did you mean --fetch-jmeter?"},
        {"doctor now", "doctor: takes options only, not: now"},
        {"trace --bogus", "trace: no such option: --bogus"},
        {"threads --pid x", "threads: --pid takes "},
        {"jfr 5 --port 70000", "jfr: --port takes "},
        {"jconsole --port 0", "jconsole: --port takes "},
        {"visualvm --pid x", "visualvm: --pid takes "},
        {"lom", "run.sh: no such command: lom; did you mean loom?"},
        {"fly", "run.sh: no such command: fly"}};

    @Test
    @Slow("starts two dozen programs")
    void aMistakeGetsOneLineAndAUsage() throws Exception {
        CheckPool.run(Stream.concat(Stream.of(WRONG).map(row -> () -> assertRefused("run.sh", row)),
                Stream.of(() -> assertRefused("build.sh", "tset",
                        "build.sh: no such command: tset; did you mean test?"))));
    }

    private static void assertRefused(String script, String... row) throws Exception {
        try (Program program = Program.script(script, row[0].split(" "))) {
            assertEquals(1, program.exitCode(), row[0] + ": " + program.output());
            assertEquals("", program.standardOutput(), row[0]);
            String[] errors = program.standardError().split("\n");
            String given = row[0].replaceFirst(".*[ =]", "");
            String end = row[1].endsWith(" takes ") ? ", not: " + given : "";
            assertTrue(errors.length == 2 && errors[0].startsWith(row[1]) && errors[0].endsWith(end)
                    && errors[1].startsWith("usage: ./"), row[0] + ": " + program.standardError());
        }
    }

    @Test
    void guessNeedsATerminal() throws Exception {
        try (Program compare = Program.script("run.sh", "compare", "tour", "--guess")) {
            assertEquals(1, compare.exitCode());
            assertContains("compare: --guess asks on a terminal", compare.standardError());
            assertTrue(!compare.output().contains("Little's law"), "the prediction must not precede the guess");
        }
    }

    /** Persian has its own digits. In Turkish, the lower case of I is not i. */
    @Test
    @Slow("starts programs")
    void theUsersLocaleDoesNotChangeTheOutput() throws Exception {
        CheckPool.run(Stream.of("-Duser.language=fa -Duser.country=IR", "-Duser.language=tr -Duser.country=TR")
                .map(locale -> () -> assertSameOutput(locale)));
    }

    private static void assertSameOutput(String locale) throws Exception {
        try (Program localized = inLocale(locale, "advise --rate 1500 --latency 200ms");
                Program plain = inLocale("-Duser.language=", "advise --rate 1500 --latency 200ms");
                Program services = inLocale(locale, "loom --port 0 --service-two-port 0")) {
            assertEquals(0, plain.exitCode(), plain.output());
            assertEquals(0, localized.exitCode(), localized.output());
            assertEquals(plain.output(), localized.output(), locale);
            services.awaitPort("one");
            assertEquals(0, services.terminate().exitCode(), services.output());
            assertTrue(services.output().chars().noneMatch(each -> each > '9' && Character.isDigit(each)),
                    services.output());
        }
    }

    private static Program inLocale(String locale, String line) throws Exception {
        Stream<String> run = Stream.of("env", "JAVA_TOOL_OPTIONS=" + locale, "./run.sh");
        return Program.command(Stream.concat(run, Stream.of(line.split(" "))).toArray(String[]::new));
    }

    /** In a fresh checkout, run.sh builds only the modules that it lists for the command. */
    @Test
    void everyCommandBuildsTheProgramThatItRuns() throws Exception {
        String script = Files.readString(Path.of(System.getProperty("repository"), "run.sh"));
        Set<String> built = commands(script, "modules='.*jmeter' ;;");
        Set<String> run = commands(script, "tool ");
        assertTrue(run.size() > 5, "the commands that run a tool: " + run);
        run.removeAll(built);
        assertEquals(Set.of(), run, "commands that run jmeter's jar and do not build it");
    }

    private static Set<String> commands(String script, String pattern) {
        Set<String> commands = new TreeSet<>();
        Pattern.compile("(?m)^  ([a-z|-]+)\\) +" + pattern).matcher(script).results()
                .forEach(line -> commands.addAll(Set.of(line.group(1).split("\\|"))));
        return commands;
    }
}
