package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import testing.Test;

/** What every plan in jmeter/plans must have, read from its XML. */
class PlansTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void areTheFour() throws Exception {
        assertEquals(List.of("closed-loop", "functional", "open-loop", "tour"), TestPlan.names(REPOSITORY));
    }

    @Test
    void takeEveryValueOfTheirsFromAPropertyWithADefault() throws Exception {
        for (String name : TestPlan.names(REPOSITORY)) {
            for (String property : List.of("host", "port", "connect_ms", "response_ms")) {
                assertTrue(plan(name).defaults().containsKey(property), name + " lets " + property + " be given");
            }
            assertEquals("8082", plan(name).defaults().get("port"), name);
        }
        assertTrue(plan("closed-loop").defaults().keySet()
                .containsAll(Set.of("users", "rampup", "seconds", "path", "token", "keepalive")),
                "closed-loop's " + plan("closed-loop").defaults().keySet());
        assertTrue(plan("open-loop").defaults().keySet().containsAll(Set.of("rate", "seconds", "drain")),
                "open-loop's");
        assertEquals("20", plan("tour").defaults().get("users"));
        assertEquals("60", plan("tour").defaults().get("seconds"));
    }

    @Test
    void explainEveryPropertyInTheirComment() throws Exception {
        for (String name : TestPlan.names(REPOSITORY)) {
            for (String property : plan(name).defaults().keySet()) {
                assertTrue(plan(name).comment().lines()
                        .anyMatch(line -> line.matches("- (\\w+, )?" + property + "(, \\w+)?: .*")),
                        name + "'s comment explains " + property);
            }
        }
    }

    @Test
    void useHttpClient4WithTimeouts() throws Exception {
        for (String name : TestPlan.names(REPOSITORY)) {
            assertEquals("HttpClient4", value(name, "HTTPSampler.implementation"), name);
            assertEquals("${__P(connect_ms,10000)}", value(name, "HTTPSampler.connect_timeout"), name);
            assertEquals("${__P(response_ms,30000)}", value(name, "HTTPSampler.response_timeout"), name);
        }
    }

    @Test
    void haveNoListeners() throws Exception {
        for (String name : TestPlan.names(REPOSITORY)) {
            for (String listener : List.of("ResultCollector", "Summariser", "BackendListener", "JSR223Listener")) {
                assertEquals(0, elements(name, listener).size(), name + ": " + listener);
            }
        }
    }

    /** In JMeter's XML what belongs to an element is in the hashTree that follows it. */
    @Test
    void assertTheStatusOfEveryRequestAndMostlyTheBody() throws Exception {
        for (String name : TestPlan.names(REPOSITORY)) {
            int bodies = 0;
            List<Element> samplers = elements(name, "HTTPSamplerProxy");
            for (Element sampler : samplers) {
                String assertions = next(sampler).getTextContent();
                assertContains("Assertion.response_code", assertions);
                bodies += assertions.contains("Assertion.response_data") ? 1 : 0;
            }
            assertTrue(bodies >= samplers.size() - 2, name + ": all but the status page and the 405");
        }
    }

    /** JMeter's own words would be of a test and of text that is expected. */
    @Test
    void aBodyThatIsNotAsItShouldBeIsSaidPlainly() throws Exception {
        for (String file : List.of("plans/closed-loop.jmx", "plans/open-loop.jmx", "experiments/burst.jmx")) {
            assertContains("its body does not contain ${__P(body,^\\{\")}",
                    Files.readString(REPOSITORY.resolve("jmeter").resolve(file)));
        }
    }

    /** 8 in JMeter's files; 1 would match "200" as a regular expression, for each sample anew. */
    @Test
    void thoseThatMakeLoadCompareTheStatusAsText() throws Exception {
        for (String name : List.of("closed-loop", "open-loop", "tour")) {
            assertEquals("8", value(name, "Assertion.test_type"), name);
        }
    }

    @Test
    void functionalCoversEveryRouteAndOutcome() throws Exception {
        Set<String> paths = new TreeSet<>();
        Set<String> statuses = new TreeSet<>();
        for (Element sampler : elements("functional", "HTTPSamplerProxy")) {
            paths.add(property(sampler, "HTTPSampler.path"));
            statuses.add(sampler.getAttribute("testname").substring(0, 3));
        }
        assertEquals(new TreeSet<>(Set.of("/", "/capabilities", "/computational", "/meetings", "/no-such-path", "/rpc",
                "/stats", "/trace",
                "/wait-async", "/wait-blocking", "/pinned", "/synchronized")), paths);
        assertEquals(new TreeSet<>(Set.of("200", "401", "403", "404", "405", "502", "504")), statuses);
    }

    @Test
    void keepConnectionsOrNot() throws Exception {
        assertEquals("${__P(keepalive,true)}", value("closed-loop", "ThreadGroup.same_user_on_next_iteration"));
        assertEquals("${__P(keepalive,true)}", value("closed-loop", "HTTPSampler.use_keepalive"));
        assertEquals("false", value("open-loop", "HTTPSampler.use_keepalive"),
                "each arrival has a connection of its own");
    }

    private static TestPlan plan(String name) throws Exception {
        return TestPlan.find(REPOSITORY, name);
    }

    private static List<Element> elements(String plan, String tag) throws Exception {
        try (var in = Files.newInputStream(plan(plan).file())) {
            NodeList found = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in)
                    .getElementsByTagName(tag);
            List<Element> elements = new ArrayList<>();
            for (int i = 0; i < found.getLength(); i++) {
                elements.add((Element) found.item(i));
            }
            return elements;
        }
    }

    /** The first value of that name in the plan. */
    private static String value(String plan, String property) throws Exception {
        for (Element root : elements(plan, "jmeterTestPlan")) {
            return property(root, property);
        }
        throw new AssertionError(plan + " is no plan");
    }

    private static String property(Element root, String name) {
        for (String tag : List.of("stringProp", "boolProp", "intProp")) {
            NodeList found = root.getElementsByTagName(tag);
            for (int i = 0; i < found.getLength(); i++) {
                if (((Element) found.item(i)).getAttribute("name").equals(name)) {
                    return found.item(i).getTextContent();
                }
            }
        }
        throw new AssertionError("no " + name);
    }

    private static Element next(Element element) {
        var next = element.getNextSibling();
        while (!(next instanceof Element)) {
            next = next.getNextSibling();
        }
        return (Element) next;
    }
}
