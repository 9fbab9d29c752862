package testing;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;

class CommandsTest {
    /** A command line, how its error begins, and what the error names. */
    private static final String[][] WRONG = {
        {"loom --service-two-port 0 --port x", "service one: --port ", "x"},
        {"async --delay=1 --stage-delay=x", "service two: --stage-delay ", "x"},
        {"pool --service-two-port=65536", "service two: --service-two-port ", "65536"},
        {"loom --service-two a:1 --delay 1", "run.sh: --delay ", "--service-two"},
        {"pool --service-two-port=1 --service-two=a:1", "run.sh: --service-two-port ", "--service-two"},
        {"service-one loom --service-two nowhere", "service one: --service-two ", "nowhere"},
        {"service-two --delay -1", "service two: --delay ", "-1"},
        {"jmeter closed-loop --warmup x", "jmeter: --warmup ", "x"},
        {"jmeter-server --port x", "jmeter-server: --port ", "x"},
        {"compare tour --seconds x", "compare: --seconds ", "x"},
        {"compare tour --guess", "compare: --guess ", "class"},
        {"exercise 1 chekc", "exercise: ", "exercise 1 chekc"},
        {"exercise 99", "exercise: ", "99"},
        {"exercise grade", "exercise: ", "exercise grade"},
        {"class --port x", "class: --port ", "x"},
        {"advise --latency 1s --rate 0", "advise: --rate ", "0"},
        {"bench --repeat 0", "compare: --repeat ", "0"},
        {"setup --fetch", "setup: ", "--fetch-jmeter"},
        {"doctor now", "doctor: ", "now"},
        {"trace --bogus", "trace: ", "--bogus"},
        {"threads --pid x", "threads: --pid ", "x"},
        {"jfr 5 --port 70000", "jfr: --port ", "70000"},
        {"jconsole --port 0", "jconsole: --port ", "0"},
        {"visualvm --pid x", "visualvm: --pid ", "x"},
        {"lom", "run.sh: ", "loom"},
        {"fly", "run.sh: ", "fly"}};

    @Test
    @Slow("starts two dozen programs")
    void aMistakeGetsOneLineAndAUsage() throws Exception {
        Map<String, String> ofScripts = new ConcurrentSkipListMap<>();
        CheckPool.run(Stream.concat(Stream.of(WRONG).map(row -> () -> assertRefused("run.sh", ofScripts, row)),
                Stream.of(() -> assertRefused("build.sh", ofScripts, "tset", "build.sh: ", "test"))));
        Words.assertSame("scripts", "mistakes", String.join("\n", ofScripts.values()));
    }

    private static void assertRefused(String script, Map<String, String> ofScripts, String... row) throws Exception {
        try (Program program = Program.script(script, row[0].split(" "))) {
            assertEquals(1, program.exitCode(), row[0] + ": " + program.output());
            assertEquals("", program.standardOutput(), row[0]);
            String[] errors = program.standardError().split("\n");
            assertTrue(errors.length == 2 && errors[0].startsWith(row[1]) && errors[0].contains(row[2])
                    && errors[1].contains(" ./" + script + ' '), row[0] + ": " + program.standardError());
            if (row[1].startsWith(script)) {
                ofScripts.put(row[0], row[0] + " ->\n" + program.standardError());
            }
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
