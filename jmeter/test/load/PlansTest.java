package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import testing.Test;

/** What every plan in jmeter/plans must have. */
class PlansTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    /** With a default, and explained in the plan's comment. */
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
                    && properties.containsAll(Set.of("host", "port", "connect_ms", "response_ms")),
                    name + ": " + properties);
            for (String property : properties) {
                assertTrue(plan.comment().lines()
                        .anyMatch(line -> line.matches("- (\\w+, )?" + property + "(, \\w+)?: .*")),
                        name + "'s comment explains " + property);
            }
            assertEquals("8082", plan.defaults().get("port"), name);
        }
    }

    /** Plan, property, one of the values that it has in the plan, and why. */
    private static final String[][] VALUES = {
        {"closed-loop", "HTTPSampler.implementation", "HttpClient4", "connections that are kept"},
        {"open-loop", "HTTPSampler.implementation", "HttpClient4", "as the others"},
        {"tour", "HTTPSampler.implementation", "HttpClient4", "as the others"},
        {"closed-loop", "HTTPSampler.connect_timeout", "${__P(connect_ms,10000)}", "nobody waits for ever"},
        {"open-loop", "HTTPSampler.response_timeout", "${__P(response_ms,30000)}", "nobody waits for ever"},
        // 8 in JMeter's files; 1 would match "200" as a regular expression, for each sample anew.
        {"closed-loop", "Assertion.test_type", "8", "the status is compared as text"},
        {"open-loop", "Assertion.test_type", "8", "the status is compared as text"},
        {"tour", "Assertion.test_type", "8", "the status is compared as text"},
        {"closed-loop", "ThreadGroup.same_user_on_next_iteration", "${__P(keepalive,true)}", "keeps its connection"},
        {"closed-loop", "HTTPSampler.use_keepalive", "${__P(keepalive,true)}", "keeps its connection, or not"},
        {"open-loop", "HTTPSampler.use_keepalive", "false", "each arrival has a connection of its own"},
    };

    @Test
    void measureAsTheyAreToAndHaveNoListeners() throws Exception {
        for (String[] row : VALUES) {
            Set<String> values = values(row[0], row[1]);
            assertTrue(values.contains(row[2]), row[0] + ", " + row[1] + ": " + row[3] + ", not " + values);
        }
        for (String name : PROPERTIES.keySet()) {
            for (String listener : List.of("ResultCollector", "Summariser", "BackendListener", "JSR223Listener")) {
                assertEquals(0L, count(name, "<" + listener), name + ": " + listener);
            }
        }
    }

    @Test
    void assertTheStatusOfEveryRequestAndMostlyTheBody() throws Exception {
        for (String name : PROPERTIES.keySet()) {
            long samplers = count(name, "<HTTPSamplerProxy");
            assertEquals(samplers, count(name, ">Assertion.response_code<"), name);
            assertTrue(count(name, ">Assertion.response_data<") >= samplers - 2, "all but the status page and the 405");
        }
    }

    /** JMeter's own words would be of a test and of text that is expected. */
    @Test
    void aBodyThatIsNotAsItShouldBeIsSaidPlainly() throws Exception {
        for (String file : List.of("plans/closed-loop", "plans/open-loop", "experiments/burst")) {
            assertContains("its body does not contain ${__P(body,^\\{\")}",
                    Files.readString(REPOSITORY.resolve("jmeter").resolve(file + ".jmx")));
        }
    }

    @Test
    void functionalCoversEveryRouteAndOutcome() throws Exception {
        assertEquals(new TreeSet<>(Set.of("/", "/capabilities", "/computational", "/meetings", "/no-such-path", "/rpc",
                "/stats", "/trace", "/wait-async", "/wait-blocking", "/pinned", "/synchronized")),
                values("functional", "HTTPSampler.path"));
        assertEquals(new TreeSet<>(Set.of("200", "401", "403", "404", "405", "502", "504")),
                found("functional", "testclass=\"HTTPSamplerProxy\" testname=\"(\\d+) "));
    }

    private static String text(String plan) throws Exception {
        return Files.readString(TestPlan.find(REPOSITORY, plan).file());
    }

    private static long count(String plan, String text) throws Exception {
        return Pattern.compile(text, Pattern.LITERAL).matcher(text(plan)).results().count();
    }

    private static Set<String> values(String plan, String property) throws Exception {
        return found(plan, "Prop name=\"" + Pattern.quote(property) + "\">([^<]*)<");
    }

    private static Set<String> found(String plan, String expression) throws Exception {
        return Pattern.compile(expression).matcher(text(plan)).results().map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
