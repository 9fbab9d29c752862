package load;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.io.HostPort;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import process.Child;
import process.StopHook;

/** {@code ./run.sh jmeter-server}: a JMeter that generates load when another machine asks for it. */
public final class RunServer {
    static final Tool TOOL = new Tool("jmeter-server", "jmeter-server [OPTIONS]", """
            Waits for "./run.sh jmeter PLAN --remote HOST:PORT" or "./run.sh compare" on another machine, and generates
            the load that the other machine asks for. The two machines talk TLS with the key in
            jmeter/home/rmi-keystore.p12. The first command that needs the key creates it; copy the file to all other
            machines. The port after PORT reports this machine's clock and JMeter's CPU time, and takes no commands.
            Runs until Ctrl-C.
            """, List.of(
            Option.text("--bind", "ADDRESS", "127.0.0.1", "an address of this machine",
                    "listen on this address, which the other machine must be able to reach"),
            Option.number("--port", "PORT", Integer.toString(RemoteServers.DEFAULT_PORT), 1, 65_534,
                    "listen on this port and the next"),
            JmeterArguments.option("a property of JMeter itself; the other machine sends the plan's properties")), """
            Exit codes: 0 ended, 1 usage, 2 could not start.
            """);

    private volatile boolean busy;      // set by the thread that copies JMeter's output

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, line -> new RunServer().run(line)).code());
    }

    ExitCode run(CommandLine line) throws IOException, InterruptedException {
        line.expectNoWord();
        HostPort address = new HostPort(line.text("--bind"), line.number("--port"));
        checkFree(address);
        checkFree(Stats.Generator.place(address));
        JmeterHome home = new JmeterSearch(Tool.repository(), System.err).find();
        JmeterServers servers = new JmeterServers();
        try (StopHook _ = new StopHook(servers::close, () -> { }); servers) {
            return serve(servers, address, JmeterArguments.properties(line), home);
        }
    }

    private ExitCode serve(JmeterServers servers, HostPort address, Map<String, String> properties, JmeterHome home)
            throws IOException, InterruptedException {
        Path files = RunFolder.results(Tool.repository()).resolve("jmeter-server-" + address.port());
        RmiKey key = RmiKey.in(Tool.repository());
        String keyId = key.id();
        Child jmeter = servers.start(home, address, key, properties, files, this::read);
        servers.awaitReady();
        try (Closeable _ = Stats.Generator.report(address, () -> figures(jmeter, keyId))) {
            System.out.println("jmeter-server ready at " + address + " (JMeter " + home.version() + ", pid "
                    + jmeter.pid() + ")");
            return jmeter.exitCode() == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
        }
    }

    /** If another program listens at the port, JMeter takes it for an RMI registry, and waits forever. */
    public static void checkFree(HostPort address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);      // a closed connection's port may be in TIME_WAIT
            socket.bind(address.socketAddress());
        } catch (IOException e) {
            throw new IOException("cannot listen at " + address + ": " + e.getMessage()
                    + "; --bind takes an address of this machine, --port a free port", e);
        }
    }

    void read(String line) {
        busy = line.startsWith("Starting the test on host ") || busy && !line.startsWith("Finished the test on host ");
        System.out.println(line);
    }

    boolean isBusy() {
        return busy;
    }

    private Stats.Generator figures(Child jmeter, String key) {
        long cpu = jmeter.processes().stream().mapToLong(process ->
                process.info().totalCpuDuration().map(Duration::toMillis).orElse(-1L)).findFirst().orElse(-1L);
        return new Stats.Generator(System.currentTimeMillis(), cpu, Runtime.getRuntime().availableProcessors(), busy,
                key);
    }
}
