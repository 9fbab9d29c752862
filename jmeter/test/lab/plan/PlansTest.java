package lab.plan;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.UsageException;
import common.io.HostPort;
import experiment.Load;
import load.PlanXml;
import load.RemoteServers;
import process.Measuring;
import testing.TemporaryFolder;
import testing.Test;
import testing.ToolHelp;
import testing.Words;

class PlansTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private static void run(String... arguments) throws Exception {
        PlanCommand.run(Measuring.onOwnThread(), arguments);
    }

    @Test
    void plansAreFoundByNameAndByPath() throws Exception {
        for (String name : List.of("closed-loop", "closed-loop.jmx", REPOSITORY + "/jmeter/plans/closed-loop.jmx")) {
            TestPlan plan = TestPlan.find(REPOSITORY, name);
            assertEquals("closed-loop, of ours: true", plan.name() + ", of ours: " + plan.ours(), name);
        }
        for (String name : List.of("open", "plans/tour", "/no/such/plan.jmx", "..", "")) {
            assertThrows(UsageException.class, name, () -> TestPlan.find(REPOSITORY, name));
        }
        Words.assertSame("jmeter", "no such plan", assertThrows(UsageException.class,
                () -> TestPlan.find(REPOSITORY, "open")).getMessage());
    }

    @Test
    void helpIsAboutTheCommandOrAboutAPlan() throws Exception {
        String general = ToolHelp.of(PlanCommand.TOOL) + "plans' properties:\n";
        Words.assertSame("jmeter", "help", PlanCommand.help().replace(PlanCommand.TOOL.usage(), general));
        assertEquals(PlanCommand.help(), PlanCommand.help("no-such-plan"));
        for (String name : PROPERTIES.keySet()) {
            Words.assertSame("jmeter", "help of the plan " + name, PlanCommand.help(name));
        }
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path bare = plan(folder, "${__P(users,3)}").file();
            Words.assertSame("jmeter", "help of a plan without a comment", PlanCommand.help(bare.toString()));
            Path commented = plan(folder, "${__P(users,3)}<TestPlan><stringProp name=\"TestPlan.comments\">Mine.\n"
                    + "</stringProp></TestPlan>").file();
            Words.assertSame("jmeter", "help of a plan with a comment", PlanCommand.help(commented.toString()));
        }
    }

    @Test
    void aPlanIsCheckedBeforeItRuns() throws Exception {
        Words.assertSame("jmeter", "no plan is named",
                assertThrows(UsageException.class, () -> run("--warmup", "3")).getMessage());
        assertThrows(UsageException.class, "user", () -> run("tour", "-Juser=3"));
        assertThrows(UsageException.class, "warmup", () -> run("tour", "--warmup=60"));
        assertThrows(UsageException.class, "/dev/null", () -> run("closed-loop", "--remote=192.0.2.1",
                "-Jrequest_body=/dev/null"));
    }

    private static TestPlan plan(TemporaryFolder folder, String elements) throws Exception {
        Path file = Files.writeString(folder.path().resolve("my plan.jmx"), "<jmeterTestPlan><hashTree>" + elements
                + "</hashTree></jmeterTestPlan>", StandardCharsets.ISO_8859_1);
        return TestPlan.find(REPOSITORY, file.toString());
    }

    /** Somebody else's plan may read properties in ways that the check does not see. */
    @Test
    void somebodyElsesPlanHasItsOwnPropertiesAndTakesAnyValue() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            TestPlan plan = plan(folder, """
                    <!-- ${__P(commented,1)} --><ThreadGroup testname="${__P(group.name,x)}">
                    <stringProp name="a">${__P(users,0)} ${__P(body,^\\{")} rate(${__P(rate,2.5)}/sec)</stringProp>
                    <stringProp name="b">${__P(port,)} ${__P(bare)} ${__property(old.one)} ${__property(two,v,2)}
                    ${__P(token.${turn},${__P(token,t)})} ${__P(outer,${__P(inner,1)})} &#x1;</stringProp></ThreadGroup>
                    <TestPlan><stringProp name="TestPlan.comments">a &lt; b, Größe</stringProp></TestPlan>""");
            assertEquals(false, plan.ours(), "the plan is somebody else's");
            assertEquals(new TreeMap<>(Map.ofEntries(Map.entry("users", "0"), Map.entry("body", "^\\{\""),
                    Map.entry("rate", "2.5"), Map.entry("port", ""), Map.entry("bare", "1"),
                    Map.entry("old.one", "old.one"), Map.entry("two", "2"), Map.entry("group.name", "x"),
                    Map.entry("token", "t"), Map.entry("outer", "${__P(inner,1)}"), Map.entry("inner", "1"))),
                    plan.defaults());
            assertEquals("a < b, Größe", plan.xml().comment());
            assertEquals(Optional.of("7"), plan.value("users", Map.of("users", "7")));
            assertEquals(Optional.of("0"), plan.value("users", Map.of()));
            assertEquals(Optional.empty(), plan.value("host", Map.of("host", "x")),
                    "the plan does not read this property");
            for (String value : List.of("0", "-1", "2.5", "true", "v2", "many")) {
                plan.check(Map.of("users", value, "port", value, "rate", value, "more", value));
            }
            IOException refusal = assertThrows(IOException.class, () -> plan(folder, "<a>"));
            Words.assertSame("jmeter", "a plan that is no XML", refusal.getMessage()
                    .replace(folder.path().toString(), "‹folder›")
                    .replace(refusal.getCause().getMessage(), "‹what the parser says›"));
        }
    }

    private static String plan(String elements) {
        return "<jmeterTestPlan><hashTree><TestPlan/><hashTree>" + elements + "</hashTree></hashTree></jmeterTestPlan>";
    }

    private static String include(String file) {
        return "<IncludeController><stringProp name=\"IncludeController.includepath\">" + file
                + "</stringProp></IncludeController><hashTree/>";
    }

    private static String fragment(String name, String included) {
        return plan("<DebugSampler testname=\"outside ${__P(outside.%s)}\"/><TestFragmentController/><hashTree>"
                .formatted(name) + "<DebugSampler testname=\"look ${__P(%s,1)}\"/>".formatted(name) + included
                + "</hashTree><TestFragmentController/><hashTree><DebugSampler testname=\"second\"/></hashTree>");
    }

    /** JMeter looks in the current folder, then in the folder of the plan that runs. */
    @Test
    void aPlanIncludesTheFirstFragmentOfEachFileThatItNames() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path whole = folder.write("plans/whole.jmx", plan(include("a.jmx") + include("missing.jmx")
                    + include("") + include("broken.jmx") + "<HTTPSamplerProxy testname=\"get\"/><ModuleController/>"));
            folder.write("plans/a.jmx", fragment("one", include("sub/b.jmx")));
            folder.write("plans/sub/b.jmx", fragment("two", include("a.jmx") + include("whole.jmx")
                    + include("sub/b.jmx") + include("c.jmx")));
            folder.write("plans/sub/c.jmx", fragment("not.beside.the.plan", ""));
            folder.write("plans/broken.jmx", "<a>");
            folder.write("plans/bare.jmx", "<jmeterTestPlan><hashTree><TestFragmentController/><hashTree>"
                    + "<DebugSampler testname=\"bare\"/></hashTree></hashTree></jmeterTestPlan>");
            TestPlan plan = TestPlan.find(REPOSITORY, whole.toString());
            assertEquals(Map.of("one", "1", "two", "1"), plan.defaults(), "a cycle ends");
            assertEquals(List.of(true, true, false, false), Stream.of("one", "two", "outside.one",
                    "not.beside.the.plan").map(plan.xml()::mentions).toList());
            assertEquals(List.of(true, false, false, false), Stream.of("look 7", "outside 1", "second", "get")
                    .map(plan.xml().silent()::test).toList());
            Path other = folder.write("other.jmx", plan(include("are.jmx")));
            for (String[] row : new String[][] {{folder.path() + "/plans/b", "bare"}, {"", ""},
                {folder.path() + "/plans/x", ""}}) {
                assertEquals(!row[1].isEmpty(), TestPlan.find(REPOSITORY, other.toString(),
                        Map.of("includecontroller.prefix", row[0])).xml().silent().test("bare"), row[0]);
            }
            folder.write("are.jmx", fragment("beside", ""));
            assertEquals(Set.of("beside"), TestPlan.find(REPOSITORY, other.toString(),
                    Map.of("includecontroller.prefix", "no-such-folder/")).defaults().keySet(), "without the prefix");
            assertContains("properties: {beside=1}",
                    PlanCommand.help(folder.path() + "/other.jmx", "-Jincludecontroller.prefix=no-such-folder/"));
        }
    }

    @Test
    void aPlanTellsWhichNamesItMentionsAndWhichSamplersOpenNoSocket() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            PlanXml xml = plan(folder, """
                    <JSR223Sampler testname="count ${n}"><stringProp name="script">props.get('my.port')</stringProp>
                    </JSR223Sampler><DebugSampler testname="Debug (1)"/><HTTPSamplerProxy testname="get"/>
                    <JavaSampler testname="sleep"><stringProp name="classname">\
                    org.apache.jmeter.protocol.java.test.SleepTest</stringProp></JavaSampler>""").xml();
            for (String label : List.of("count 7", "Debug (1)", "sleep")) {
                assertTrue(xml.silent().test(label), label);
            }
            for (String label : List.of("get", "", "Debug 1", "recount 7")) {
                assertTrue(!xml.silent().test(label), label);
            }
            assertEquals(List.of(true, false, false),
                    Stream.of("my.port", "port", "my").map(xml::mentions).toList(), "whole names only");
        }
    }

    /** A plan, its property, values that it takes and values that it refuses. */
    private static final String[][] VALUES = {
        {"closed-loop", "users", "3000 1 01", "0 1.5 -1 many 99999999999"},
        {"closed-loop", "seconds", "1", "0"},
        {"closed-loop", "response_ms", "1", "0"},      // JMeter would wait forever
        {"closed-loop", "connect_ms", "1", "0"},
        {"functional", "loops", "1", "0"},
        {"closed-loop", "rampup", "0", "none"},      // JMeter reads it as 0
        {"closed-loop", "port", "1 65535", "0 65536"},
        {"closed-loop", "host", "example.org ::1", "https://localhost"},
        {"closed-loop", "keepalive", "false true", "no"}, // JMeter takes any other word for false
        {"closed-loop", "token", "123 x", ""},      // a text may consist of digits
        {"closed-loop", "user", "", "3000"},
        {"closed-loop", "summariser.interval", "5", ""},      // one of JMeter's own
        {"open-loop", "rate", "0.5", "0.0 0"},
        {"open-loop", "arrivals", "random even", "late"},
    };

    @Test
    void plansRefuseValuesThatJmeterWouldIgnoreSilently() throws Exception {
        StringBuilder refusals = new StringBuilder();
        for (String[] row : VALUES) {
            TestPlan plan = TestPlan.find(REPOSITORY, row[0]);
            for (String accepted : new Scanner(row[2]).tokens().toList()) {
                plan.check(Map.of(row[1], accepted));
            }
            for (String refused : new Scanner(row[3]).tokens().toList()) {
                UsageException refusal =
                        assertThrows(UsageException.class, () -> plan.check(Map.of(row[1], refused)));
                refusals.append(row[0] + " -J" + row[1] + "=" + refused + " -> " + refusal.getMessage() + "\n");
            }
        }
        Words.assertSame("jmeter", "values that a plan refuses", refusals.toString());
    }

    private static final Map<String, Set<String>> PROPERTIES = Map.of(
            "closed-loop", Set.of("users", "rampup", "seconds", "path", "token", "keepalive", "body",
                    "method", "request_body", "tokens", "status", "error"),
            "open-loop", Set.of("rate", "seconds", "drain", "seed", "arrivals"), "functional", Set.of("loops", "users"),
            "tour", Set.of("users", "seconds"));

    private static final String[][] SETTINGS = {
        {"closed-loop open-loop", "HTTPSampler.method", "${__P(method,GET)}", "an own service may take a POST"},
        {"closed-loop open-loop", "File.path", "${__P(request_body,)}", "with a body"},
        {"closed-loop open-loop", "Header.value", "${__P(token.${turn},${__P(token,token)})}", "one of several tokens"},
        {"closed-loop open-loop", "CounterConfig.end", "${__P(tokens,1)}", "which requests take in turn"},
        {"closed-loop open-loop tour", "HTTPSampler.implementation", "HttpClient4", "keep-alive connections"},
        {"closed-loop open-loop", "HTTPSampler.connect_timeout", "${__P(connect_ms,10000)}", "no endless wait"},
        {"closed-loop open-loop", "HTTPSampler.response_timeout", "${__P(response_ms,30000)}", "no endless wait"},
        // 8 compares strings. 1 would match "200" as a regular expression.
        {"closed-loop open-loop tour", "Assertion.test_type", "8", "the status is compared as text"},
        {"closed-loop", "ThreadGroup.same_user_on_next_iteration", "${__P(keepalive,true)}",
            "a user keeps its connection"},
        {"closed-loop", "HTTPSampler.use_keepalive", "${__P(keepalive,true)}",
            "with false, each request opens a connection"},
        {"open-loop", "HTTPSampler.use_keepalive", "false", "each arrival has its own connection"},
    };

    private static long count(String plan, String text) throws Exception {
        return text(plan).split(Pattern.quote(text), -1).length - 1;
    }

    private static Set<String> found(String plan, String expression) throws Exception {
        return Pattern.compile(expression).matcher(text(plan)).results().map(found -> found.group(1))
                .collect(Collectors.toSet());
    }

    private static String text(String plan) throws Exception {
        return Files.readString(TestPlan.find(REPOSITORY, plan).file());
    }

    @Test
    void everyOptionIsRead() throws Exception {
        RemoteServers remote = new RemoteServers(List.of(new HostPort("one", 1099), new HostPort("two", 4000),
                new HostPort("::1", 1099)));
        assertEquals(new PlanOptions("tour", Map.of("users", "3", "token", "a=b,c"), List.of(), false, remote, 0,
                OptionalInt.of(9)), PlanOptions.parse("tour", "-Jusers=3", "-J", "token=a=b,c", "--remote",
                "one,two:4000,[::1]", "--warmup", "9"));
        assertEquals(new PlanOptions("", Map.of(), List.of(), true, new RemoteServers(List.of()), 0,
                OptionalInt.empty()),
                PlanOptions.parse("--gui"));
        assertEquals(List.of(1, 16), List.of(PlanOptions.parse("tour", "--servers", "1").servers(),
                PlanOptions.parse("tour", "--servers", "16").servers()));
        assertEquals(86_400, PlanOptions.parse("--warmup", "86400").warmup().getAsInt());
        assertEquals(List.of("A: b", "C: d"), PlanOptions.parse("--header", "A: b", "--header", "C: d").headers());
        assertEquals(Map.of("users", "4"), PlanOptions.parse("-Jusers=3", "-Jusers=4").properties());
    }

    /** A command line, and the option that its refusal names. */
    private static final String[][] REFUSED = {
        {"tour --header bare", "--header"}, {"tour --warmup -1", "--warmup"}, {"tour --warmup 86401", "--warmup"},
        {"tour -Jusers", "-J"}, {"tour -Jusers=", "users="}, {"tour -J=3", "=3"}, {"tour -J", "-J"},
        {"tour --servers 0", "--servers"}, {"tour --servers 17", "--servers"}, {"tour --remote a,", "--remote"},
        {"tour --remote a:0", "a:0"}, {"tour --remote :1099", ":1099"}, {"tour --remote one:", "one:"},
        {"tour closed-loop", "tour closed-loop"}};

    /** What options exclude each other, or the run's duration. */
    private static final String[] CONTRADICTIONS = {"tour --remote a --servers 2", "tour --gui --remote a",
        "tour --gui --servers 2", "tour --gui --warmup 2", "closed-loop --warmup 30", "tour --warmup 60"};

    @Test
    void aRefusalIsOneLineThatNamesTheOption() throws Exception {
        for (String[] row : REFUSED) {
            assertContains(row[1], refusal(row[0]));
        }
        StringBuilder refusals = new StringBuilder();
        for (String line : CONTRADICTIONS) {
            refusals.append(line + " -> " + refusal(line) + "\n");
        }
        Words.assertSame("jmeter", "options that contradict each other or the plan", refusals.toString());
    }

    private static String refusal(String line) {
        String message = assertThrows(UsageException.class, () -> warmup(line)).getMessage();
        assertEquals(1L, message.lines().count(), line);
        return message;
    }

    private static final String[][] LEFT_OUT = {
        {"closed-loop", "5", "note", "users are still starting"},
        {"closed-loop -Jrampup=0", "0", "", "all users start at once"},
        {"closed-loop --warmup 0", "0", "", "as asked for"},
        {"closed-loop --warmup 29", "29", "", "as asked for"},
        {"closed-loop -Jseconds=9", "0", "note", "the rest would be too short for a rate"},
        {"closed-loop -Jseconds=10", "5", "note", "half of it is left"},
        {"open-loop", "5", "note", "the first arrivals have no answers yet"},
        {"tour", "0", "", "the article \"A Tour of the Loom\" measures without a warm-up"},
        {"functional --warmup 99", "99", "", "its duration is unknown, so nothing can be refused"},
    };

    @Test
    void aRunLeavesOutWhatIsNotYetSteady() throws Exception {
        StringBuilder notes = new StringBuilder();
        for (String[] row : LEFT_OUT) {
            WarmUp warmup = warmup(row[0]);
            assertEquals(Integer.parseInt(row[1]), warmup.seconds(), row[0] + ": " + row[3]);
            assertEquals(row[2].isEmpty(), warmup.note().isEmpty(), row[0]);
            notes.append(row[0] + " -> " + warmup.note() + "\n");
        }
        Words.assertSame("jmeter", "what a run leaves out", notes.toString());
    }

    @Test
    void eachOfSeveralMachinesMakesTheWholeLoad() throws Exception {
        assertEquals(new PlannedLoad(Load.open("/meetings", 60), 0, 30, 15, Optional.empty(), 3),
                load(PlanOptions.parse("open-loop", "-Jrate=20")).orElseThrow().onEachOf(3));
        assertEquals(new PlannedLoad(Load.closed("/meetings", 40), 5, 30, 0, Optional.empty(), 2),
                load(PlanOptions.parse("closed-loop", "-Jusers=20")).orElseThrow().onEachOf(2));
        assertEquals(Optional.empty(), load(PlanOptions.parse("functional")), "it has no duration");
    }

    @Test
    void connectionsAreKeptUnlessAnOptionSaysOtherwise() throws Exception {
        for (String line : List.of("closed-loop", "closed-loop -Jkeepalive=true", "closed-loop --header=A:b")) {
            assertTrue(PlanOptions.parse(line.split(" ")).keepsConnections(), line);
        }
        for (String line : List.of("closed-loop -Jkeepalive=false", "closed-loop --header=Connection:close")) {
            assertTrue(!PlanOptions.parse(line.split(" ")).keepsConnections(), line);
        }
    }

    private static WarmUp warmup(String line) throws Exception {
        PlanOptions options = PlanOptions.parse(line.split(" "));
        return WarmUp.of(options, load(options));
    }

    private static Optional<PlannedLoad> load(PlanOptions options) throws Exception {
        return PlannedLoad.of(TestPlan.find(REPOSITORY, options.plan()), options.properties());
    }
}
