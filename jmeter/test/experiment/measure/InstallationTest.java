package experiment.measure;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import experiment.define.Experiment;
import experiment.define.ExperimentFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import jmeter.install.JmeterHome;
import testing.Test;

/** The command line of the JMeter that loads a contender. */
class InstallationTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String SAVE = "-Jjmeter.save.saveservice.";

    private static List<String> jmeter(int users) throws Exception {
        return jmeter(Map.of("users", "" + users));
    }

    private static List<String> jmeter(String path) throws Exception {
        return jmeter(Map.of("path", path));
    }

    private static List<String> jmeter(Map<String, String> keys) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 50\ncontender.a = loom", keys);
        Installation installation = new Installation(REPOSITORY, new JmeterHome(Path.of("/jmeter"), "5.6.3"));
        return installation.jmeter(Order.of(experiment, false).getFirst(), "127.0.0.1:4000", Path.of("/e.jtl"),
                Path.of("/e.log")).command();
    }

    /** By default a connection is given up after a minute, in the middle of a long run. */
    @Test
    void keepsConnections() throws Exception {
        assertTrue(jmeter(100).contains("-Jhttpclient4.time_to_live=86400000"), jmeter(100).toString());
    }

    @Test
    void saysNothingOfASampleThatNobodyReads() throws Exception {
        for (String column : List.of("thread_name", "data_type", "bytes", "sent_bytes", "thread_counts", "url",
                "latency", "idle_time")) {
            assertTrue(jmeter(100).contains(SAVE + column + "=false"), column);
        }
        assertEquals(0L, jmeter(100).stream().filter(argument -> argument.contains("saveservice.time=")
                || argument.contains("saveservice.connect_time=") || argument.contains("saveservice.label="))
                .count(), "what is read stays");
    }

    /** It has a thread for each user, and what it measures may have two: those come first. */
    @Test
    void yieldsToWhatItMeasures() throws Exception {
        assertEquals(List.of("nice", "-n", "19"), jmeter(100).subList(0, 3));
        assertTrue(!jmeter("/computational?numbers=3000000").contains("nice"), "there it would get no CPU time");
    }

    /** An experiment has a progress of its own. */
    @Test
    void makesNoSummary() throws Exception {
        assertTrue(jmeter(100).contains("-Jsummariser.name="), jmeter(100).toString());
    }

    @Test
    void theHeapIsForTheUsersOfTheLoad() throws Exception {
        if (System.getenv("HEAP") == null) {
            assertTrue(jmeter(4_000).contains("-Xmx2006m"), jmeter(4_000).toString());
        }
    }
}
