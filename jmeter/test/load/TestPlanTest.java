package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import load.install.FileTree;
import testing.Test;

class TestPlanTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private final Path folder = Files.createTempDirectory("plans");

    TestPlanTest() throws IOException {
    }

    @Test
    void isFoundByNameAndByPath() throws Exception {
        for (String name : List.of("closed-loop", "closed-loop.jmx",
                REPOSITORY.resolve("jmeter/plans/closed-loop.jmx").toString())) {
            TestPlan plan = TestPlan.find(REPOSITORY, name);
            assertEquals("closed-loop", plan.name());
            assertTrue(plan.ours(), name);
        }
        Path other = Files.writeString(folder.resolve("my plan.jmx"), "${__P(x,1)}");
        assertEquals(false, TestPlan.find(REPOSITORY, other.toString()).ours(), "a plan of somebody else");
    }

    @Test
    void thatDoesNotExistIsAnsweredWithThoseThatDo() {
        for (String name : List.of("open", "plans/tour", "/no/such/plan.jmx", "..", "")) {
            String message = assertThrows(UsageException.class, () -> TestPlan.find(REPOSITORY, name)).getMessage();
            assertContains("closed-loop, functional, open-loop, tour", message);
        }
    }

    @Test
    void knowsItsPropertiesAndTheirDefaults() throws Exception {
        TestPlan plan = plan("${__P(users,10)} ${__P(body,^\\{\")} rate(${__P(rate,2.5)}/sec)<stringProp "
                + "name=\"TestPlan.comments\">a &lt; b</stringProp>");
        assertEquals(Map.of("users", "10", "body", "^\\{\"", "rate", "2.5"), plan.defaults());
        assertEquals("a < b", plan.comment());
        assertEquals(Optional.of("7"), plan.value("users", Map.of("users", "7")));
        assertEquals(Optional.of("10"), plan.value("users", Map.of()));
        assertEquals(Optional.empty(), plan.value("host", Map.of("host", "x")), "it reads no such property");
    }

    private static final String[][] VALUES = {
        {"users", "3000", "", "a number for a number"},
        {"users", "many", "whole number", "JMeter takes a word for 0"},
        {"users", "1.5", "whole number", "half a user"},
        {"users", "-1", "whole number", "less than nobody"},
        {"users", "99999999999", "whole number", "more than an int holds"},
        {"users", "0", "-Jusers takes a whole number from 1, not: 0", "nobody"},
        {"seconds", "0", "whole number from 1", "no run at all"},
        {"response_ms", "0", "whole number from 1", "JMeter would wait for ever"},
        {"rampup", "0", "", "all at once"},
        {"port", "0", "port", "nobody can be asked there"},
        {"port", "65536", "port", "one too many"},
        {"keepalive", "false", "", "a boolean"},
        {"keepalive", "no", "true or false", "JMeter takes any word for false"},
        {"token", "123", "", "text may be digits"},
        {"user", "3000", "closed-loop has no property user", "a typing mistake that would count for nothing"},
        {"summariser.interval", "5", "", "JMeter's own"},
    };

    @Test
    void refusesValuesThatJmeterWouldPassOverInSilence() throws Exception {
        TestPlan plan = TestPlan.find(REPOSITORY, "closed-loop");
        for (String[] row : VALUES) {
            Map<String, String> given = Map.of(row[0], row[1]);
            if (row[2].isEmpty()) {
                plan.check(given);
            } else {
                assertContains(row[2], assertThrows(UsageException.class, () -> plan.check(given)).getMessage());
            }
        }
    }

    @Test
    void refusesARateOfNothing() throws Exception {
        TestPlan plan = TestPlan.find(REPOSITORY, "open-loop");
        for (String rate : List.of("0", "0.0", "many", "-1")) {
            UsageException refusal = assertThrows(UsageException.class, () -> plan.check(Map.of("rate", rate)));
            assertEquals("-Jrate takes a number above 0, not: " + rate, refusal.getMessage());
        }
        plan.check(Map.of("rate", "0.5"));
        plan.check(Map.of("drain", "0"));
    }

    @Test
    void ofSomebodyElseMayHaveOtherDefaults() throws Exception {
        plan("${__P(users,0)} ${__P(port,)}").check(Map.of("users", "0", "port", "none"));
    }

    @Test
    void ofSomebodyElseMayReadPropertiesInWaysThatAreNotSeen() throws Exception {
        plan("${__property(users)}").check(Map.of("users", "3"));
    }

    private TestPlan plan(String text) throws Exception {
        return TestPlan.find(REPOSITORY, Files.writeString(folder.resolve("plan.jmx"), text).toString());
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(folder);
    }
}
