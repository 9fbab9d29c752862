package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.TemporaryFolder;
import testing.Test;

class TestPlanTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void isFoundByNameAndByPath() throws Exception {
        for (String name : List.of("closed-loop", "closed-loop.jmx",
                REPOSITORY.resolve("jmeter/plans/closed-loop.jmx").toString())) {
            TestPlan plan = TestPlan.find(REPOSITORY, name);
            assertEquals("closed-loop", plan.name());
            assertTrue(plan.ours(), name);
        }
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

    /** Plan, property, value, and what is said of it. */
    private static final String[][] VALUES = {
        {"closed-loop", "users", "3000", "", "a number for a number"},
        {"closed-loop", "users", "many", "whole number", "JMeter takes a word for 0"},
        {"closed-loop", "users", "1.5", "whole number", "half a user"},
        {"closed-loop", "users", "-1", "whole number", "less than nobody"},
        {"closed-loop", "users", "99999999999", "whole number", "more than an int holds"},
        {"closed-loop", "users", "0", "-Jusers takes a whole number from 1, not: 0", "nobody"},
        {"closed-loop", "seconds", "0", "whole number from 1", "no run at all"},
        {"closed-loop", "response_ms", "0", "whole number from 1", "JMeter would wait for ever"},
        {"closed-loop", "rampup", "0", "", "all at once"},
        {"closed-loop", "port", "0", "port", "nobody can be asked there"},
        {"closed-loop", "port", "65536", "port", "one too many"},
        {"closed-loop", "keepalive", "false", "", "a boolean"},
        {"closed-loop", "keepalive", "no", "true or false", "JMeter takes any word for false"},
        {"closed-loop", "token", "123", "", "text may be digits"},
        {"closed-loop", "user", "3000", "closed-loop has no property user", "a mistake that would count for nothing"},
        {"closed-loop", "summariser.interval", "5", "", "JMeter's own"},
        {"open-loop", "rate", "0.5", "", "less than one a second"},
        {"open-loop", "rate", "0.0", "-Jrate takes a number above 0, not: 0.0", "nothing"},
        {"open-loop", "arrivals", "late", "random or even", "no kind of arrivals"},
    };

    @Test
    void refusesValuesThatJmeterWouldPassOverInSilence() throws Exception {
        for (String[] row : VALUES) {
            TestPlan plan = TestPlan.find(REPOSITORY, row[0]);
            Map<String, String> given = Map.of(row[1], row[2]);
            if (row[3].isEmpty()) {
                plan.check(given);
            } else {
                assertContains(row[3], assertThrows(UsageException.class, () -> plan.check(given)).getMessage());
            }
        }
    }

    /** With other defaults, and properties that are read in ways that are not seen. */
    @Test
    void ofSomebodyElseTakesWhatItMay() throws Exception {
        plan("${__P(users,0)} ${__P(port,)}").check(Map.of("users", "0", "port", "none", "more", "3"));
    }

    private static TestPlan plan(String text) throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            TestPlan plan = TestPlan.find(REPOSITORY,
                    Files.writeString(folder.path().resolve("my plan.jmx"), text).toString());
            assertEquals(false, plan.ours(), "a plan of somebody else");
            return plan;
        }
    }
}
