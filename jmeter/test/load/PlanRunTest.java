package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import load.PlanRun.LeftOut;
import testing.Test;

/** What a run of a plan is told, leaves out of its start, and tells JMeter. */
class PlanRunTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    @Test
    void readsEveryOption() throws Exception {
        assertEquals(new PlanOptions("tour", Map.of("users", "3", "token", "a=b,c"), false,
                List.of(new HostPort("one", 1099), new HostPort("two", 4000)), 0, OptionalInt.of(9)),
                PlanOptions.parse("tour", "-Jusers=3", "-J", "token=a=b,c", "--remote", "one,two:4000", "--warmup",
                        "9"));
        assertEquals(new PlanOptions("", Map.of(), true, List.of(), 0, OptionalInt.empty()),
                PlanOptions.parse("--gui"));
        assertEquals(2, PlanOptions.parse("tour", "--servers", "2").servers());
    }

    /** The command line, and what the one line about it must say. */
    private static final String[][] REFUSED = {
        {"tour --warmup -1", "--warmup takes a number of seconds from 0 to 86400"},
        {"tour --servers 17", "--servers takes a number from 1 to 16"},
        {"tour --remote a,", "--remote takes the servers: host:port,host:port, not: a,"},
        {"tour --remote a:0", "a:0"},
        {"tour --remote :1099", ":1099"},
        {"tour --remote a --servers 2", "one of them"},
        {"tour --gui --remote a", "--gui"},
        {"tour --gui --servers 2", "--gui"},
        {"tour --gui --warmup 2", "--gui"},
        {"tour closed-loop", "one plan at a time"},
        {"closed-loop --warmup 30", "leaves nothing of a run of 30 s: fewer, or more -Jseconds"},
        {"tour --warmup 60", "leaves nothing of a run"},
    };

    @Test
    void refusesInOneLineThatNamesTheOption() {
        for (String[] row : REFUSED) {
            UsageException refusal = assertThrows(UsageException.class, () -> leftOut(row[0]));
            assertContains(row[1], refusal.getMessage());
            assertEquals(1L, refusal.getMessage().lines().count(), row[0]);
        }
    }

    /** The command line, the seconds that are left out, what is said of that, and why. */
    private static final String[][] LEFT_OUT = {
        {"closed-loop", "5", "the first 5 s", "users are still starting"},
        {"closed-loop -Jrampup=0", "0", "", "all at once"},
        {"closed-loop --warmup 0", "0", "", "as asked for"},
        {"closed-loop --warmup 29", "29", "", "as asked for"},
        {"closed-loop -Jseconds=9", "0", "too short", "a rate of so short a time is none"},
        {"closed-loop -Jseconds=10", "5", "the first 5 s", "half of it is left"},
        {"open-loop", "5", "the first 5 s", "arrivals before there are answers"},
        {"tour", "0", "", "as published"},
        {"functional --warmup 99", "99", "", "nobody knows how long it takes"},
    };

    @Test
    void leavesOutWhatIsNotYetSteady() throws Exception {
        for (String[] row : LEFT_OUT) {
            LeftOut leftOut = leftOut(row[0]);
            assertEquals(Integer.parseInt(row[1]), leftOut.seconds(), row[0] + ": " + row[3]);
            assertEquals(row[2].isEmpty(), leftOut.says().isEmpty(), row[0]);
            assertContains(row[2], leftOut.says());
        }
    }

    @Test
    void everyMachineOfSeveralMakesTheWholeLoad() throws Exception {
        assertEquals(new PlannedLoad(true, 60, 0, 30, 15),
                load(PlanOptions.parse("open-loop", "-Jrate=20")).orElseThrow().onEachOf(3));
    }

    private static LeftOut leftOut(String line) throws Exception {
        PlanOptions options = PlanOptions.parse(line.split(" "));
        return LeftOut.of(options, load(options));
    }

    private static Optional<PlannedLoad> load(PlanOptions options) throws Exception {
        return PlannedLoad.of(TestPlan.find(REPOSITORY, options.plan()), options.properties());
    }

    private static void assertHas(List<String> arguments, String... some) {
        assertTrue(arguments.containsAll(List.of(some)), arguments + " has " + List.of(some));
    }

    /** JMeter removes a property without a value: as a date's pattern, "ms" is the minute and the second. */
    @Test
    void jmeterLeavesNothingOutsideTheFolderAndWhatIsGivenGoesLastSoThatItCounts() {
        RunFolder folder = new RunFolder(Path.of("/results/tour-1"));
        TestPlan plan = new TestPlan(Path.of("/plans/tour.jmx"), true, "", Map.of());
        List<String> run = JmeterArguments.run(plan, Map.of("summariser.interval", "30"), folder);
        assertHas(run, "-n", "/plans/tour.jmx", "/results/tour-1/samples.jtl", "/results/tour-1/jmeter.log",
                "/results/tour-1/dashboard", "-Jjmeter.reportgenerator.temp_dir=/results/tour-1/temporary",
                "-Jjmeter.save.saveservice.timestamp_format=");
        assertEquals("-Jsummariser.interval=30", run.getLast());
        assertHas(JmeterArguments.gui(Path.of("/a.jmx"), Map.of("users", "3"), folder), "/a.jmx", "-Jusers=3",
                "/results/tour-1/jmeter.log", "-Jjmeter.gui.action.save.backup_directory=/results/tour-1/backups");
    }

    @Test
    void serversGetPropertiesOnlyByGAndBindToTheirAddress() throws Exception {
        RmiKey key = new RmiKey(Path.of("/home/key.p12"));
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            assertHas(new RemoteServers(List.of(address, address)).arguments(Map.of("users", "3"), key), "-R",
                    address + "," + address, "-Gusers=3", "-Djava.rmi.server.hostname=127.0.0.1",
                    "-Jserver.rmi.ssl.keystore.file=/home/key.p12");
        }
        assertHas(JmeterServers.arguments(new HostPort("192.0.2.21", 4000), key, Map.of(), "/log"), "-s",
                "-Jserver_port=4000", "-Djava.rmi.server.hostname=192.0.2.21");
    }
}
