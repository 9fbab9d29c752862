package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import lab.TemporaryFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import load.RemoteServers;
import load.install.JmeterHome;
import testing.Test;

/** The command line of the JMeter that loads a contender. */
class InstallationTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String SAVE = "-Jjmeter.save.saveservice.";

    private static List<String> jmeter(String load) throws Exception {
        return jmeter(load, Places.here(REPOSITORY));
    }

    private static List<String> jmeter(String load, Places places) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", load + "\ncontender.a = loom", Map.of());
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Files.createFile(Files.createDirectory(folder.path().resolve("bin")).resolve("jmeter.properties"));
            return new Installation(REPOSITORY, new JmeterHome(folder.path(), "5.6.3"), places).jmeter(
                    Slot.all(experiment, false).getFirst(), new HostPort("127.0.0.1", 4000), Path.of("/e.jtl"),
                    folder.path().resolve("e.log")).command();
        }
    }

    /** Told to two servers that listen, with a key that nobody looks at. */
    private static List<String> ofTwoServers(String load) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (TemporaryFolder folder = new TemporaryFolder(); ServerSocket one = new ServerSocket(0, 9, loopback);
                ServerSocket two = new ServerSocket(0, 9, loopback)) {
            Files.createFile(Files.createDirectories(folder.path().resolve("jmeter/home"))
                    .resolve("rmi-keystore.p12"));
            RemoteServers servers = new RemoteServers(Stream.of(one, two)
                    .map(server -> new HostPort("127.0.0.1", server.getLocalPort())).toList());
            return jmeter(load, new Places("", Optional.empty(), new Generators(servers, folder.path())));
        }
    }

    private static void assertHas(List<String> wanted, List<String> arguments) {
        wanted.forEach(each -> assertTrue(arguments.contains(each), each + " in " + arguments));
    }

    /** @param wanted among the arguments */
    private record Row(String reason, String load, List<String> wanted) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("an error can be JSON, too", "users = 100", List.of("-Jbody=\"tech-talk\"")),
            new Row("the same in an open loop", "rate = 100", List.of("-Jbody=\"tech-talk\"")),
            new Row("each path has its own", "users = 50\npath = /wait-blocking", List.of("-Jbody=\"waitedMillis\"")),
            new Row("of others nothing is known", "users = 50\npath = /of-my-own", List.of("-Jbody=^\\{\"")),
            new Row("as the experiment has it", "users = 50\nbody = ^OK", List.of("-Jbody=^OK")),
            new Row("by default a connection is given up after a minute, in the middle of a long run", "users = 100",
                    List.of("-Jhttpclient4.time_to_live=86400000")),
            new Row("an experiment has a progress of its own", "users = 100", List.of("-Jsummariser.name=")),
            new Row("what is measured may have two threads, JMeter has one for each user: those come first",
                    "users = 100", List.of("nice", "-n", "19")),
            new Row("the requests of an open loop are found again in the schedule", "rate = 100",
                    List.of("-Jseed=42", "-Jsample_variables=TESTSTART.MS", SAVE + "thread_name=true")));

    @Test
    void jmeterIsToldWhatARunNeeds() throws Exception {
        for (Row row : ROWS) {
            List<String> arguments = jmeter(row.load);
            assertTrue(arguments.containsAll(row.wanted), row.reason + ": " + row.wanted + " in " + arguments);
        }
        assertTrue(!jmeter("users = 50\npath = /computational?numbers=3000000").contains("nice"),
                "where all compute, it would get no CPU time");
        if (System.getenv("HEAP") == null) {
            assertHas(List.of("-Xmx2006m"), jmeter("users = 4000"));
        }
    }

    @Test
    void aLightLoadIsMadeByCodeThatIsCompiledEarly() throws Exception {
        String early = "-XX:CompileThresholdScaling=0.3";
        assertEquals(early, jmeter("users = 1000").get(4), "behind nice -n 19 java, before JVM_ARGS");
        assertTrue(!jmeter("users = 1100").contains(early), "1,049 requests a second");
    }

    /** Each server runs the whole plan; and with one seed, the arrivals of both would be at the same moments. */
    @Test
    void severalGeneratorsShareUsersAndArrivals() throws Exception {
        assertHas(List.of("-Jusers=50", "-Jrampup=1"), jmeter("users = 50"));
        List<String> closed = ofTwoServers("users = 50");
        assertHas(List.of("-Gusers=25", "-Grampup=1"), closed);
        // Samples come at once, and by the name of a sample's thread it is known whose clock stamped it.
        assertHas(List.of("-Jmode=StrippedAsynch", "/e.jtl.by-their-clocks"), closed);
        List<String> open = ofTwoServers("rate = 25");
        assertHas(List.of("-Grate=12.5", "-Gseed=0"), open);
        assertHas(List.of("-Jrate=25.0", "-Jseed=42"), jmeter("rate = 25"));
        assertEquals(0L, open.stream().filter(each -> each.startsWith("-Jrate=")).count(), "none is made here");
        for (List<String> arguments : List.of(closed, jmeter("rate = 100"))) {
            assertTrue(arguments.lastIndexOf(SAVE + "thread_name=true")
                    > arguments.lastIndexOf(SAVE + "thread_name=false"), "the later one counts: " + arguments);
        }
    }
}
