package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import common.io.HostPort;
import load.install.MadeHome;
import process.Executables;
import testing.ClosedPort;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.ToolHelp;
import testing.Words;

class RunServerTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private final Path home = MadeHome.in(folder.resolve("fake"), "5.6.3", FakeJmeter.class.getName());

    RunServerTest() throws IOException {
        Files.createDirectories(folder.resolve("jmeter/home"));
        Files.copy(REPOSITORY.resolve("jmeter/test/load/one.p12"), folder.resolve("jmeter/home/rmi-keystore.p12"));
        Path options = Path.of("jmeter/launcher/jvm-options");
        Files.createDirectories(folder.resolve(options).getParent());
        Files.copy(REPOSITORY.resolve(options), folder.resolve(options));
    }

    @Test
    void helpSaysWhatAServerIsFor() throws Exception {
        Words.assertSame("jmeter", "help of jmeter-server", ToolHelp.of(RunServer.TOOL));
    }

    @Test
    void aServerThatDoesNotAnswerIsNamed() throws Exception {
        try (ClosedPort closed = new ClosedPort()) {
            HostPort server = new HostPort("127.0.0.1", closed.number());
            IOException refusal = assertThrows(IOException.class,
                    () -> new RemoteServers(List.of(server)).arguments(Map.of(), folder));
            Words.assertSame("jmeter", "no jmeter-server answers", refusal.getMessage()
                    .replace(server.toString(), "‹address›").replace(refusal.getCause().getMessage(), "‹why›"));
        }
    }

    @Test
    void aJmeterServerNeedsAnAddressOfThisMachineAndAFreePort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 9, InetAddress.getLoopbackAddress());
                ClosedPort free = new ClosedPort()) {
            RunServer.checkFree(new HostPort("127.0.0.1", free.number()));
            HostPort place = new HostPort("127.0.0.1", taken.getLocalPort());
            IOException refusal = assertThrows(IOException.class, () -> RunServer.checkFree(place));
            Words.assertSame("jmeter", "a jmeter-server cannot listen", refusal.getMessage()
                    .replace(place.toString(), "‹address›").replace(refusal.getCause().getMessage(), "‹why›"));
        }
    }

    @Test
    void aJmeterServerNeedsTheNextPortToo() throws Exception {
        try (Neighbours ports = Neighbours.bound(); ServerSocket taken = new ServerSocket()) {
            taken.setReuseAddress(true);
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.first + 1));
            CommandLine line = CommandLine.parse(RunServer.TOOL.options(), "--port", "" + ports.first);
            assertThrows(IOException.class, ":" + (ports.first + 1), () -> new RunServer().run(line));
            CommandLine word = CommandLine.parse(RunServer.TOOL.options(), "word", "--port", "" + (ports.first + 1));
            assertThrows(UsageException.class, "word", () -> new RunServer().run(word));
        }
    }

    @Test
    void aJmeterServerWithAnotherKeyOrOtherWorkIsRefused() throws Exception {
        String key = RmiKey.in(folder).id();
        String another = new RmiKey(REPOSITORY.resolve("jmeter/test/load/another.p12")).id();
        StringBuilder refusals = new StringBuilder();
        for (Stats.Generator report : List.of(report(true, key), report(false, another), report(false, null))) {
            try (Neighbours ports = Neighbours.bound(); ServerSocket jmeter = new ServerSocket()) {
                HostPort server = new HostPort("127.0.0.1", ports.first);
                jmeter.setReuseAddress(true);
                jmeter.bind(server.socketAddress());
                try (Closeable _ = Stats.Generator.report(server, () -> report)) {
                    refusals.append(assertThrows(IOException.class,
                            () -> new RemoteServers(List.of(server)).checkIdle(folder)).getMessage()
                            .replace(server.toString(), "‹address›") + "\n");
                }
            }
        }
        Words.assertSame("jmeter", "a jmeter-server with another key or other work", refusals.toString());
    }

    private static Stats.Generator report(boolean busy, String key) {
        return new Stats.Generator(0, -1, 2, busy, key);
    }

    @Test
    @Slow("starts a jmeter-server and a JVM in JMeter's place")
    void aJmeterServerReportsItsMachineAndEndsWithASignal() throws Exception {
        try (Neighbours ports = Neighbours.bound(); Program server = Program.command("env", "JMETER_HOME=" + home,
                Executables.java(), "-XX:TieredStopAtLevel=1", "-Drepository=" + folder, "-cp",
                System.getProperty("java.class.path"), RunServer.class.getName(), "--port", "" + ports.first,
                "-Jmy.own=1")) {
            HostPort place = new HostPort("127.0.0.1", ports.first);
            server.await("127.0.0.1:" + place.port());
            Stats.Generator figures = Stats.ofGenerator(place, 5_000);
            assertTrue(figures.busy() && figures.cpuMillis() > 0 && figures.millis() > 1e12, figures.toString());
            assertEquals(Runtime.getRuntime().availableProcessors(), figures.cores());
            assertEquals(RmiKey.in(folder).id(), figures.key());
            assertTrue(Files.readAllLines(folder.resolve("jmeter/results/server-arguments")).contains("-Jmy.own=1"),
                    "the property is JMeter's own");
            assertEquals(143, server.terminate().exitCode(), server.output());
        }
    }

    /** Two ports in a row, which the kernel gives to no other program. */
    private record Neighbours(int first, ClosedPort one, Socket next) implements AutoCloseable {
        static Neighbours bound() throws IOException {
            ClosedPort one = new ClosedPort();
            Socket next = new Socket();
            next.setReuseAddress(true);
            try {
                next.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), one.number() + 1));
                return new Neighbours(one.number(), one, next);
            } catch (IOException e) {      // somebody has the second
                one.close();
                return bound();
            }
        }

        @Override
        public void close() throws IOException {
            one.close();
            next.close();
        }
    }
}
