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

    @Test
    void aRunLeavesNothingOutsideItsFolder() {
        List<String> arguments = JmeterArguments.run(PLAN, Map.of("users", "3"), FOLDER);
        assertTrue(arguments.containsAll(List.of("-n", "/plans/tour.jmx", "-Jusers=3")), arguments.toString());
        for (String path : List.of("/samples.jtl", "/jmeter.log", "/dashboard")) {
            assertTrue(arguments.contains("/results/tour-1" + path), path);
        }
        assertTrue(arguments.contains("-Jjmeter.reportgenerator.temp_dir=/results/tour-1/temporary"), "where it sorts");
    }

    /** JMeter removes a property without a value. As a date's pattern, "ms" is the minute and the second. */
    @Test
    void leavesTheTimesFormatAtItsDefaultSoThatTheDashboardHasDates() {
        List<String> format = JmeterArguments.run(PLAN, Map.of(), FOLDER).stream()
                .filter(argument -> argument.contains("timestamp_format")).toList();
        assertEquals(List.of("-Jjmeter.save.saveservice.timestamp_format="), format);
    }

    @Test
    void whatIsGivenGoesLastSoThatItCounts() {
        List<String> arguments = JmeterArguments.run(PLAN, Map.of("summariser.interval", "30"), FOLDER);
        assertEquals("-Jsummariser.interval=30", arguments.getLast());
    }

    @Test
    void serversGetPropertiesOnlyByG() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            List<String> arguments = new RemoteServers(List.of(address, address)).arguments(Map.of("users", "3"), KEY);
            assertTrue(arguments.containsAll(List.of("-R", address + "," + address, "-Gusers=3",
                    "-Djava.rmi.server.hostname=127.0.0.1", "-Jserver.rmi.ssl.keystore.file=/home/key.p12")),
                    arguments.toString());
        }
    }

    @Test
    void aServerBindsToItsAddress() {
        List<String> arguments = JmeterServers.arguments(new HostPort("127.0.0.1", 4000), KEY, Map.of(), "/log");
        assertTrue(arguments.containsAll(List.of("-s", "-Jserver_port=4000", "-Djava.rmi.server.hostname=127.0.0.1")),
                arguments.toString());
    }
}
