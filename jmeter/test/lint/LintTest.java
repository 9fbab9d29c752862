package lint;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Slow;
import testing.Test;

/** {@code ./build.sh lint} checks the checkout. Here, made-up ones have a fault each. */
class LintTest {
    private record Faulty(String file, String text, String... found) {
    }

    private static final String WIDE = "x".repeat(121);
    private static final String SHEET = ":root { --paper: #ffffff;\n--ink: #000000;\n--good: #757575;\n"
            + "--muted: #777777;\n";

    private static final List<Faulty> FAULTS = List.of(
            new Faulty("jmeter/test/A.java", WIDE + "\n" + WIDE.substring(1), WIDE),
            new Faulty("service-two/src/a/Same.java", "", "jmeter/src/Same.java"),
            new Faulty("jmeter/src/B.java", "a(); // \"loom\"\nif (mode == Mode.LOOM) {", "if (mode == Mode.LOOM) {"),
            new Faulty("run.sh", "# loom|pool\nlocal -A map", "local -A map"),
            new Faulty("jmeter/resources/classroom/charts.js", "const MARKS = {\n  none: 1,\n};", "none"),
            new Faulty("notes/a.md", "", "notes"),
            new Faulty("jmeter/README.md", "[a](no/such.md) [b](https://example.org/x) [c](../run.sh)", "no/such.md"),
            new Faulty("jmeter/README.md", "`LintTest.eachRuleFindsItsFault` `LintTest.gone`", "`LintTest.gone`"),
            new Faulty("jmeter/README.md", "`./run.sh jmeter tour -Jusers=3 -Jnone=2`", "users", "none"),
            new Faulty("README.md", "  - sources: `jmeter/src`, `jmeter/more`", "jmeter/more"),
            new Faulty(".vscode/settings.json", "\"java.project.sourcePaths\": [\"jmeter/more\"]", "jmeter/more"),
            new Faulty("run.sh", "# loom|pool\nbegin='to begin: ./run.sh loom\n or: ./run.sh class'\n",
                    "./run.sh class", "./run.sh loom"),
            new Faulty("jmeter/resources/classroom/lessons/11.md", "# New one\n", "no lesson 11"),
            new Faulty("jmeter/plans/own.jmx", "\"TestPlan.comments\">- host: h\n- port, connect_ms: b\n- more: c<"
                    + "${__P(host,)}${__P(port,8082)}${__P(connect_ms,1)}${__P(response_ms,1)}", "response_ms", "own"),
            new Faulty("jmeter/plans/tour.jmx", "\"TestPlan.comments\">- host: h\n- port, connect_ms: b\n- users: u\n"
                    + "- seconds, response_ms: c<${__P(host,)}${__P(port,8083)}${__P(connect_ms,1)}${__P(users,1)}"
                    + "${__P(response_ms,1)} Prop name=\"Assertion.test_type\">8< <Summariser"
                    + " Prop name=\"HTTPSampler.implementation\">Java<",
                    "seconds", "8083", "HttpClient4", "Summariser"),
            new Faulty("jmeter/plans/functional.jmx", "<HTTPSamplerProxy".repeat(3) + ">Assertion.response_code<",
                    "connect_ms", "host", "loops", "port", "response_ms", "users", "number of statuses",
                    "too few bodies", "the paths", "the statuses"),
            new Faulty("jmeter/resources/report/chart.css", SHEET + SHEET.replace("#777777", "#767676"), "#777777"),
            new Faulty("jmeter/resources/report/chart.css", SHEET.replace("#777777", "#767676"), "1 themes"),
            new Faulty("jmeter/resources/classroom/palette.css", "--own: #112233; --held: #112233; --bad: #112234;",
                    "#112233"),
            new Faulty("service-one/resources/serviceone/lanes.css", "--here: #112233; a { color: var(--here) "
                    + "var(--gone) var(--name) }", "--gone", "--gone"));

    /** What each made-up checkout has in addition. Nothing is wrong with it. */
    private static final Map<String, String> SOUND = Map.of("jmeter/src/Same.java", "", "jmeter/test/LintTest.java",
            "void eachRuleFindsItsFault(", "jmeter/plans/x.txt", "");

    private static List<String> faults(String file, String text) {
        Map<String, String> texts = new HashMap<>(SOUND);
        texts.put(file, text);
        return Lint.faults(new Checkout(texts));
    }

    @Test
    void eachRuleFindsItsFault() {
        assertEquals(List.of(), faults("jmeter/src/C.java", "class C { }"), "a sound checkout");
        for (Faulty each : FAULTS) {
            List<String> found = faults(each.file(), each.text());
            List<String> missing = new ArrayList<>(found);
            assertEquals(each.found().length, found.size(), each + ": " + found);
            for (String part : each.found()) {
                String fault = missing.stream().filter(line -> line.contains(part)).findFirst().orElse("");
                assertTrue(missing.remove(fault), part + " is not in " + missing);
            }
        }
    }

    @Test
    void onlyTheReadingListImportsClassByClass() {
        List<String> faults = new ArrayList<>();
        String list = "[Other](a/Other.java)\n1. [Module](a/Module.java), a class\n12. [Star](a/Star.java)\n"
                + "13. [Single](a/Single.java)\n";
        SourceRules.theReadingListImportsClassByClass(new Checkout(Map.of("README.md", list,
                "a/Other.java", "import module java.base;", "a/Module.java", "\nimport module java.base;\n",
                "a/Star.java", "import static a.B.c;\nimport java.util.*;\n",
                "a/Single.java", "import java.util.List;\nclass Single {\n    int a = 2 * 3;\n")), faults::add);
        assertEquals(List.of("a/Module.java", "a/Star.java"),
                faults.stream().map(fault -> fault.split(":")[0]).toList(), "those that import more than a class");
    }

    @Test
    void aModeOfSeveralWordsIsFound() {
        Pattern names = SourceRules.modeNames(List.of("POOL", "POOL_OF_VIRTUAL"), List.of("pool", "pool-of-virtual"));
        for (String line : List.of("return mode == Mode.POOL_OF_VIRTUAL;", "case POOL_OF_VIRTUAL -> 2;",
                "case LOOM, POOL_OF_VIRTUAL -> 2;", "if (mode === 'pool-of-virtual') {", "\"pool-of-virtual\"",
                "{'pool-of-virtual': 2}", "run.sh pool|pool-of-virtual", "pool-of-virtual or pool", "Mode.POOL")) {
            assertTrue(names.matcher(line).find(), line);
        }
        for (String line : List.of("ServiceThread.POOL", "Mode.POOL_SIZE", "a pool of virtual threads", "'pool-size'",
                "pool-of-virtual-threads", "case POOL_SIZE -> 2;")) {
            assertTrue(!names.matcher(line).find(), line);
        }
    }

    @Test
    void eachNewerFeatureOfABrowserIsFound() {
        for (String line : List.of("last = all.at(-1);", "all.toSorted();", "element?.checkVisibility()",
                "signal: AbortSignal.timeout(5)", "crypto.randomUUID()", "localStorage.x",
                "navigator.clipboard.write()", "const tabs = new BroadcastChannel('vote');",
                "let seen = new ResizeObserver(draw);")) {
            assertEquals(1, faults("jmeter/resources/a.js", line).size(), line);
        }
        for (String line : List.of("scale.at(value)", "AbortSignal.timeout?.(5)",
                "    return new BroadcastChannel('v');", "navigator.clipboard?.write()", "// localStorage")) {
            assertEquals(List.of(), faults("jmeter/resources/a.js", line), line);
        }
    }

    /** What bash 3.2 does not know. */
    @Test
    void eachNewerConstructOfBashIsFound() {
        for (String line : List.of("local -A map", "mapfile -t lines", "wait -n", "read -r -t 0.5 line",
                "printf '%(%F)T'", "${word,,}", "${words[-1]}", "make |& cat", "exec {file}> log", "[[ -v name ]]",
                "echo $BASHPID", "shopt -s globstar", "echo $'\\u00e9'", "echo {01..10}")) {
            assertEquals(1, faults("build.sh", line).size(), line);
        }
    }

    @Test
    @Slow("jdeps reads every class")
    void programsNeedOnlyTheJdk() {
        Set<String> needs = Packages.ofJars(Path.of(System.getProperty("repository"))).needs();
        assertEquals(Set.of("service-one needs common", "service-two needs common", "jmeter needs common",
                "jmeter needs service-one"), needs.stream().filter(need -> !need.matches(".* needs (java|jdk)\\..*"))
                .collect(Collectors.toSet()));
        assertTrue(needs.contains("common needs java.base"), "" + needs);
    }
}
