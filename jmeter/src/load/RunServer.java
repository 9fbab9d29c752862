package load;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.io.HostPort;
import common.process.Child;
import common.process.StopHook;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import load.install.JmeterHome;
import load.install.JmeterSearch;

/** {@code ./run.sh jmeter-server}: a JMeter that makes load when one on another machine orders it. */
public final class RunServer {
    private static final Tool TOOL = new Tool("jmeter-server", "jmeter-server [OPTIONS]", """
            Waits for "./run.sh jmeter PLAN --remote HOST:PORT" on another machine, or "./run.sh compare", and makes
            the load that it orders. Both talk over TLS, with the key in jmeter/home/rmi-keystore.p12, made by the
            first command that needs it: copy that file from one machine to all the others. On the port after its own
            it tells its clock and its CPU time, and takes no orders. Runs until Ctrl-C.
            """, List.of(
            Option.text("--bind", "ADDRESS", "127.0.0.1", "an address of this machine",
                    "listen on this address, by which the other machine reaches this one"),
            Option.number("--port", "PORT", Integer.toString(RemoteServers.DEFAULT_PORT), 1, 65_534,
                    "listen on this port, and on the one after it"),
            Option.property("a property of JMeter's own; those of a plan come with the order to run it")), """
            Exit codes: 0 ended, 1 usage, 2 could not start.
            """);

    private volatile boolean busy;      // set by the thread that copies JMeter's output

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, line -> new RunServer().run(line)).code());
    }

    private ExitCode run(CommandLine line) throws UsageException, IOException, InterruptedException {
        line.expectNoWord();
        HostPort address = new HostPort(line.text("--bind"), line.number("--port"));
        checkFree(address);
        checkFree(Stats.Generator.place(address));
        JmeterHome home = new JmeterSearch(Tool.repository(), System.err).find();
        JmeterServers servers = new JmeterServers();
        try (StopHook _ = new StopHook(servers::close, () -> { }); servers) {
            return serve(servers, address, line.properties(), home);
        }
    }

    private ExitCode serve(JmeterServers servers, HostPort address, Map<String, String> properties, JmeterHome home)
            throws IOException, InterruptedException {
        Path files = RunFolder.results(Tool.repository()).resolve("jmeter-server-" + address.port());
        Child jmeter = servers.start(home, address, RmiKey.in(Tool.repository()), properties, files, this::read);
        servers.awaitReady();
        try (Closeable _ = Stats.Generator.tell(address, () -> figures(jmeter))) {
            System.out.println("jmeter-server ready at " + address + " (JMeter " + home.version() + ", pid "
                    + jmeter.pid() + ")");
            return jmeter.exitCode() == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
        }
    }

    /** JMeter itself would go on, and wait for ever for a registry that belongs to somebody else. */
    private static void checkFree(HostPort address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address.host(), address.port()));
        } catch (IOException e) {
            throw new IOException("cannot listen at " + address + ": " + e.getMessage()
                    + "; --bind takes an address of this machine, --port a port that is free", e);
        }
    }

    /** Takes note of a line that JMeter printed. */
    void read(String line) {
        if (line.startsWith("Starting the test on host ")) {
            busy = true;
        } else if (line.startsWith("Finished the test on host ")) {
            busy = false;
        }
        System.out.println(line);
    }

    boolean isBusy() {
        return busy;
    }

    private Stats.Generator figures(Child jmeter) {
        long cpu = jmeter.processes().stream().mapToLong(process ->
                process.info().totalCpuDuration().map(Duration::toMillis).orElse(-1L)).findFirst().orElse(-1L);
        return new Stats.Generator(System.currentTimeMillis(), cpu, Runtime.getRuntime().availableProcessors(), busy);
    }
}
