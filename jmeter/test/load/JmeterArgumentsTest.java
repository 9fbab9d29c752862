package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import common.io.HostPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import testing.Test;

class JmeterArgumentsTest {
    private static final RunFolder FOLDER = new RunFolder(Path.of("/results/tour-1"));
    private static final TestPlan PLAN = new TestPlan(Path.of("/plans/tour.jmx"), true, "", Map.of());
    private static final RmiKey KEY = new RmiKey(Path.of("/home/key.p12"));

    private static void assertHas(List<String> arguments, String... some) {
        assertTrue(arguments.containsAll(List.of(some)), arguments.toString());
    }

    @Test
    void nothingIsLeftOutsideTheFolderAndWhatIsGivenGoesLastSoThatItCounts() {
        List<String> run = JmeterArguments.run(PLAN, Map.of("summariser.interval", "30"), FOLDER);
        assertHas(run, "-n", "/plans/tour.jmx", "/results/tour-1/samples.jtl", "/results/tour-1/jmeter.log",
                "/results/tour-1/dashboard", "-Jjmeter.reportgenerator.temp_dir=/results/tour-1/temporary");
        assertEquals("-Jsummariser.interval=30", run.getLast());
        assertHas(JmeterArguments.gui(Path.of("/a.jmx"), Map.of("users", "3"), FOLDER), "/a.jmx", "-Jusers=3",
                "/results/tour-1/jmeter.log", "-Jjmeter.gui.action.save.backup_directory=/results/tour-1/backups");
    }

    /** JMeter removes a property without a value. As a date's pattern, "ms" is the minute and the second. */
    @Test
    void leavesTheTimesFormatAtItsDefaultSoThatTheDashboardHasDates() {
        assertHas(JmeterArguments.run(PLAN, Map.of(), FOLDER), "-Jjmeter.save.saveservice.timestamp_format=");
    }

    @Test
    void serversGetPropertiesOnlyByGAndBindToTheirAddress() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            assertHas(new RemoteServers(List.of(address, address)).arguments(Map.of("users", "3"), KEY), "-R",
                    address + "," + address, "-Gusers=3", "-Djava.rmi.server.hostname=127.0.0.1",
                    "-Jserver.rmi.ssl.keystore.file=/home/key.p12");
        }
        assertHas(JmeterServers.arguments(new HostPort("192.0.2.21", 4000), KEY, Map.of(), "/log"), "-s",
                "-Jserver_port=4000", "-Djava.rmi.server.hostname=192.0.2.21");
    }
}
