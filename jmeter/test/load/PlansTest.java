package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import lab.TemporaryFolder;
import testing.Test;

/** How plans are found and checked, and what every plan in jmeter/plans must have. */
class PlansTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void areFoundByNameAndByPath() throws Exception {
        for (String name : List.of("closed-loop", "closed-loop.jmx", REPOSITORY + "/jmeter/plans/closed-loop.jmx")) {
            TestPlan plan = TestPlan.find(REPOSITORY, name);
            assertEquals("closed-loop, of ours: true", plan.name() + ", of ours: " + plan.ours(), name);
        }
        for (String name : List.of("open", "plans/tour", "/no/such/plan.jmx", "..", "")) {
            assertThrows(UsageException.class, "closed-loop, functional, open-loop, tour",
                    () -> TestPlan.find(REPOSITORY, name));
        }
    }

    /** With other defaults, and properties that are read in ways that are not seen. */
    @Test
    void ofSomebodyElseTellTheirPropertiesAndTakeWhatTheyMay() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = Files.writeString(folder.path().resolve("my plan.jmx"), """
                    ${__P(users,0)} ${__P(body,^\\{")} rate(${__P(rate,2.5)}/sec) ${__P(port,)}
                    <stringProp name="TestPlan.comments">a &lt; b</stringProp>""");
            TestPlan plan = TestPlan.find(REPOSITORY, file.toString());
            assertEquals(false, plan.ours(), "it is ours");
            assertEquals(Map.of("users", "0", "body", "^\\{\"", "rate", "2.5", "port", ""), plan.defaults());
            assertEquals("a < b", plan.comment());
            assertEquals(Optional.of("7"), plan.value("users", Map.of("users", "7")));
            assertEquals(Optional.of("0"), plan.value("users", Map.of()));
            assertEquals(Optional.empty(), plan.value("host", Map.of("host", "x")), "it reads no such property");
            plan.check(Map.of("users", "0", "port", "none", "more", "3"));
        }
    }

    /** Plan, property, values that it takes, values that it does not, and what is said of those. */
    private static final String[][] VALUES = {
        {"closed-loop", "users", "3000", "0 1.5 -1 many 99999999999", "-Jusers takes a whole number from 1, not: "},
        {"closed-loop", "seconds", "1", "0", "whole number from 1"},
        {"closed-loop", "response_ms", "1", "0", "whole number from 1"},      // JMeter would wait for ever
        {"closed-loop", "rampup", "0", "none", "-Jrampup takes a whole number, not: none"},      // to JMeter, a 0
        {"closed-loop", "port", "65535", "0 65536", "a port"},
        {"closed-loop", "keepalive", "false", "no", "true or false"},         // JMeter takes any word for false
        {"closed-loop", "token", "123 x", "", "a text may be digits"},
        {"closed-loop", "user", "", "3000", "closed-loop has no property user"},
        {"closed-loop", "summariser.interval", "5", "", "one of JMeter's own"},
        {"open-loop", "rate", "0.5", "0.0", "-Jrate takes a number above 0, not: 0.0"},
        {"open-loop", "arrivals", "random even", "late", "random or even"},
    };

    @Test
    void refuseValuesThatJmeterWouldPassOverInSilence() throws Exception {
        for (String[] row : VALUES) {
            TestPlan plan = TestPlan.find(REPOSITORY, row[0]);
            for (String taken : new Scanner(row[2]).tokens().toList()) {
                plan.check(Map.of(row[1], taken));
            }
            for (String refused : new Scanner(row[3]).tokens().toList()) {
                assertThrows(UsageException.class, row[4], () -> plan.check(Map.of(row[1], refused)));
            }
        }
    }

    /** Each with a default, and explained in the plan's comment. */
    private static final Map<String, Set<String>> PROPERTIES = Map.of(
            "closed-loop", Set.of("users", "rampup", "seconds", "path", "token", "keepalive", "body"),
            "open-loop", Set.of("rate", "seconds", "drain", "seed", "arrivals"), "functional", Set.of("loops", "users"),
            "tour", Set.of("users", "seconds"));

    @Test
    void takeEveryValueOfTheirsFromAPropertyThatTheirCommentExplains() throws Exception {
        assertEquals(PROPERTIES.keySet(), Set.copyOf(TestPlan.names(REPOSITORY)));
        for (String name : PROPERTIES.keySet()) {
            TestPlan plan = TestPlan.find(REPOSITORY, name);
            Set<String> properties = plan.defaults().keySet();
            assertTrue(properties.containsAll(PROPERTIES.get(name))
                    && properties.containsAll(Set.of("host", "port", "connect_ms", "response_ms")), name + properties);
            properties.forEach(property -> assertTrue(Pattern.compile("(?m)^- (\\w+, )?" + property + "(, \\w+)?: ")
                    .matcher(plan.comment()).find(), name + "'s comment explains " + property));
            assertEquals("8082", plan.defaults().get("port"), name);
        }
    }

    /** Plans, a property, one of the values that it has in them, and why. */
    private static final String[][] HELD = {
        {"closed-loop open-loop tour", "HTTPSampler.implementation", "HttpClient4", "connections that are kept"},
        {"closed-loop open-loop", "HTTPSampler.connect_timeout", "${__P(connect_ms,10000)}", "nobody waits for ever"},
        {"closed-loop open-loop", "HTTPSampler.response_timeout", "${__P(response_ms,30000)}", "nobody waits for ever"},
        // 8 in JMeter's files; 1 would match "200" as a regular expression, for each sample anew.
        {"closed-loop open-loop tour", "Assertion.test_type", "8", "the status is compared as text"},
        {"closed-loop", "ThreadGroup.same_user_on_next_iteration", "${__P(keepalive,true)}", "keeps its connection"},
        {"closed-loop", "HTTPSampler.use_keepalive", "${__P(keepalive,true)}", "keeps its connection, or not"},
        {"open-loop", "HTTPSampler.use_keepalive", "false", "each arrival has a connection of its own"},
    };

    @Test
    void measureAsTheyAreToCheckEveryStatusAndMostBodiesAndHaveNoListeners() throws Exception {
        for (String[] row : HELD) {
            for (String plan : row[0].split(" ")) {
                Set<String> values = found(plan, "Prop name=\"" + Pattern.quote(row[1]) + "\">([^<]*)<");
                assertTrue(values.contains(row[2]), plan + ", " + row[1] + ": " + row[3] + ", not " + values);
            }
        }
        for (String name : PROPERTIES.keySet()) {
            assertEquals(Set.of(), found(name, "<(ResultCollector|Summariser|BackendListener|JSR223Listener)"), name);
            long samplers = count(name, "<HTTPSamplerProxy");
            assertEquals(samplers, count(name, ">Assertion.response_code<"), name);
            assertTrue(count(name, ">Assertion.response_data<") >= samplers - 2,
                    name + ": all but the status page and the 405");
        }
    }

    @Test
    void functionalCoversEveryRouteAndOutcome() throws Exception {
        assertEquals(Set.of("/", "/capabilities", "/computational", "/meetings", "/no-such-path", "/rpc", "/stats",
                "/trace", "/wait-async", "/wait-blocking", "/pinned", "/synchronized"),
                found("functional", "Prop name=\"HTTPSampler.path\">([^<]*)<"));
        assertEquals(Set.of("200", "401", "403", "404", "405", "502", "504"),
                found("functional", "testclass=\"HTTPSamplerProxy\" testname=\"(\\d+) "));
    }

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
}
