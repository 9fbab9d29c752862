package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.HostPort;
import testing.TemporaryFolder;
import testing.Test;

class JmeterArgumentsTest extends TemporaryFolder {
    private static void assertHas(List<String> arguments, String... some) {
        assertTrue(arguments.containsAll(List.of(some)), arguments + " should have " + List.of(some));
    }

    @Test
    void jmeterWritesOnlyIntoTheRunsFolder() throws Exception {
        RunFolder folder = new RunFolder(Path.of("/results/tour-1"));
        List<String> run = JmeterArguments.run(Path.of("/plans/tour.jmx"), Map.of("summariser.interval", "30"), folder);
        assertHas(run, "-n", "/plans/tour.jmx", "/results/tour-1/samples.jtl", "/results/tour-1/jmeter.log",
                "/results/tour-1/dashboard", "-Jjmeter.reportgenerator.temp_dir=/results/tour-1/temporary",
                // Empty means milliseconds. The dashboard would read "ms" as minutes and seconds.
                "-Jjmeter.save.saveservice.timestamp_format=",
                JmeterArguments.KEEP_CONNECTIONS, "-Jjmeterengine.nongui.maxport=65535",
                "-Jjmeter.reportgenerator.report_title=tour-1");
        Properties results = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(run.get(run.indexOf("-q") + 1)))) {
            results.load(in);
        }
        Map.of("thread_name", "true", "url", "false").forEach((name, value) ->
                assertEquals(value, results.get("jmeter.save.saveservice." + name)));
        assertEquals("TESTSTART.MS,first_key", results.get("sample_variables"));
        assertEquals("-Jsummariser.interval=30", run.getLast(), "the user's properties override the others");
        assertHas(JmeterArguments.gui(Path.of("/a.jmx"), Map.of("users", "3"), folder), "/a.jmx", "-Jusers=3",
                "/results/tour-1/jmeter.log", "-Jjmeter.gui.action.save.backup_directory=/results/tour-1/backups");
    }

    @Test
    void minusGPassesPropertiesToServers() throws Exception {
        Path file = write("jmeter/home/rmi-keystore.p12", "any key");
        RmiKey key = new RmiKey(file);
        try (ServerSocket server = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            assertHas(new RemoteServers(List.of(address, address)).arguments(Map.of("users", "3"), path()), "-R",
                    address + "," + address, "-Gusers=3", "-Djava.rmi.server.hostname=127.0.0.1",
                    "-Jserver.rmi.ssl.keystore.file=" + file);
        }
        assertHas(JmeterServers.arguments(new HostPort("192.0.2.21", 4000), key, Map.of("a", "b"), "/log"),
                "-s", "-Jserver_port=4000", "-Ja=b", "/log", JmeterArguments.KEEP_CONNECTIONS,
                "-Jserver.rmi.ssl.truststore.file=" + file, "-Djava.rmi.server.hostname=192.0.2.21");
    }
}
