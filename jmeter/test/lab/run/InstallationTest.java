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

    private static List<String> jmeter(int users) throws Exception {
        return jmeter("users = 50", Map.of("users", "" + users));
    }

    private static List<String> jmeter(String path) throws Exception {
        return jmeter("users = 50", Map.of("path", path));
    }

    private static List<String> jmeter(String load, Map<String, String> keys) throws Exception {
        return jmeter(load, keys, Places.here(REPOSITORY));
    }

    private static List<String> jmeter(String load, Map<String, String> keys, Places places) throws Exception {
        Experiment experiment = ExperimentFile.parse("e", load + "\ncontender.a = loom", keys);
        Installation installation = new Installation(REPOSITORY, new JmeterHome(Path.of("/jmeter"), "5.6.3"), places);
        Slot slot = Slot.all(experiment, false).getFirst();
        ProcessBuilder jmeter = installation.jmeter(slot, new HostPort("127.0.0.1", 4000),
                Path.of("/e.jtl"), Path.of("/e.log"), Path.of("/empty"));
        assertEquals("/empty", jmeter.directory().toString(), "it reads settings where it starts, and runs their code");
        return jmeter.command();
    }

    /** Told to two servers that listen, with a key that nobody looks at. */
    private static List<String> ofTwoServers(Map<String, String> keys) throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (TemporaryFolder folder = new TemporaryFolder(); ServerSocket one = new ServerSocket(0, 9, loopback);
                ServerSocket two = new ServerSocket(0, 9, loopback)) {
            Files.createFile(Files.createDirectories(folder.path().resolve("jmeter/home"))
                    .resolve("rmi-keystore.p12"));
            RemoteServers servers = new RemoteServers(Stream.of(one, two)
                    .map(server -> new HostPort("127.0.0.1", server.getLocalPort())).toList());
            return jmeter("users = 50", keys, new Places("", Optional.empty(), new Generators(servers, folder.path())));
        }
    }

    @Test
    void aLightLoadIsMadeByCodeThatIsCompiledEarly() throws Exception {
        String early = "-XX:CompileThresholdScaling=0.3";
        assertEquals(early, jmeter(1_000).get(4), "behind nice -n 19 java, before JVM_ARGS");
        assertTrue(!jmeter(1_100).contains(early), "1,049 requests a second");
    }

    private static void assertHas(List<String> wanted, List<String> arguments) {
        wanted.forEach(each -> assertTrue(arguments.contains(each), each + " in " + arguments));
    }

    /** Each server runs the whole plan; and with one seed, the arrivals of both would be at the same moments. */
    @Test
    void severalGeneratorsShareUsersAndArrivals() throws Exception {
        assertHas(List.of("-Jusers=50", "-Jrampup=1"), jmeter("users = 50", Map.of()));
        assertHas(List.of("-Gusers=25", "-Grampup=1"), ofTwoServers(Map.of()));
        List<String> open = ofTwoServers(Map.of("users", "", "rate", "25"));
        assertHas(List.of("-Grate=12.5", "-Gseed=0"), open);
        assertHas(List.of("-Jrate=25.0", "-Jseed=42"), jmeter("rate = 25", Map.of()));
        assertEquals(0L, open.stream().filter(each -> each.startsWith("-Jrate=")).count(), "none is made here");
    }

    /** By the name of a sample's thread it is known whose clock stamped it. */
    @Test
    void samplesOfOtherMachinesComeAtOnceAndSayWhose() throws Exception {
        List<String> arguments = ofTwoServers(Map.of());
        assertHas(List.of("-Jmode=StrippedAsynch", "/e.jtl.by-their-clocks"), arguments);
        assertTrue(arguments.lastIndexOf(SAVE + "thread_name=true") > arguments.lastIndexOf(SAVE + "thread_name=false"),
                "the later of the two counts: " + arguments);
    }

    /** Not any JSON: an error can be that, too. */
    @Test
    void anAnswerMustContainWhatItsPathAnswers() throws Exception {
        assertHas(List.of("-Jbody=\"tech-talk\""), jmeter(100));
        assertHas(List.of("-Jbody=\"tech-talk\""), jmeter("rate = 100", Map.of()));
        assertHas(List.of("-Jbody=\"waitedMillis\""), jmeter("/wait-blocking"));
        assertHas(List.of("-Jbody=^\\{\""), jmeter("/of-my-own"));
        assertHas(List.of("-Jbody=^OK"), jmeter("users = 50", Map.of("body", "^OK")));
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

    /** By these the requests of an open loop are found again in the schedule; the plan's default seed may change. */
    @Test
    void tellsEachArrivalFromTheOthers() throws Exception {
        List<String> open = jmeter("rate = 100", Map.of());
        for (String argument : List.of("-Jseed=42", "-Jsample_variables=TESTSTART.MS", SAVE + "thread_name=true")) {
            assertTrue(open.contains(argument), argument + " in " + open);
        }
        assertTrue(open.lastIndexOf(SAVE + "thread_name=true") > open.indexOf(SAVE + "thread_name=false"),
                "JMeter takes the last one: " + open);
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
