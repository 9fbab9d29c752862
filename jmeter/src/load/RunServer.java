package load;

import common.commandline.CommandLine;
import common.commandline.ExitCode;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.io.HostPort;
import common.process.StopHook;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import load.install.JmeterHome;

/**
 * {@code ./run.sh jmeter-server}: a JMeter that makes load when one on another machine orders it. On the main thread.
 */
public final class RunServer {
    private static final String USAGE = """
            usage: ./run.sh jmeter-server [OPTIONS]

            Waits for "./run.sh jmeter PLAN --remote HOST:PORT" on another machine, or "./run.sh compare", and makes
            the load that it orders. Both talk over TLS, with the key in jmeter/home/rmi-keystore.p12, made by the
            first command that needs it: copy that file from one machine to all the others. On the port after its own
            it tells its clock and its CPU time, and takes no orders. Runs until Ctrl-C.

              --bind ADDRESS   listen on this address, by which the other machine reaches this one (127.0.0.1)
              --port PORT      listen on this port, and on the one after it (1099)
              -Jname=value     a property of JMeter's own; those of a plan come with the order to run it
              -h, --help       print this and exit

            Exit codes: 0 ended, 1 usage, 2 could not start.
            """;

    private static final List<Option> OPTIONS = List.of(Option.PROPERTY,
            Option.text("--bind", "an address of this machine"), Option.number("--port", "a number", 1, 65_534));

    private RunServer() {
    }

    public static void main(String... arguments) throws InterruptedException {
        Tool tool = new Tool("jmeter-server", "[--bind ADDRESS] [--port PORT]");
        System.exit(tool.run(() -> run(arguments)).code());
    }

    private static ExitCode run(String... arguments) throws UsageException, IOException, InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.print(USAGE);
            return ExitCode.OK;
        }
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        line.expectNoWord();
        int port = line.number("--port", RemoteServers.DEFAULT_PORT);
        return serve(new HostPort(line.text("--bind", "127.0.0.1"), port), line.properties());
    }

    private static ExitCode serve(HostPort address, Map<String, String> properties)
            throws IOException, InterruptedException {
        Path repository = Tool.repository();
        checkFree(address);
        checkFree(Stats.Generator.place(address));
        JmeterHome home = JmeterHome.find(repository, System.err);
        RmiKey key = RmiKey.in(repository);
        Path log = RunFolder.results(repository).resolve("jmeter-server-" + address.port() + ".log");
        List<String> arguments = RemoteArguments.server(address, key, properties, log.toString());
        Path output = log.resolveSibling(log.getFileName() + ".txt");
        LentMachine machine = new LentMachine();
        try (JmeterServer server = JmeterServer.start(home, address, arguments, output, line -> print(line, machine));
                StopHook _ = new StopHook(() -> stop(server), server::close)) {
            server.awaitReady();
            return serve(server, address, home, machine);
        }
    }

    private static void print(String line, LentMachine machine) {
        machine.read(line);
        System.out.println(line);
    }

    private static ExitCode serve(JmeterServer server, HostPort address, JmeterHome home, LentMachine machine)
            throws IOException, InterruptedException {
        try (FiguresServer _ = new FiguresServer(address, () -> machine.stats(server.process()))) {
            System.out.println("jmeter-server ready at " + address + " (JMeter " + home.version() + ", pid "
                    + server.process().pid() + ")");
            return server.process().exitCode() == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
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

    private static void stop(JmeterServer server) throws InterruptedException {
        server.close();
        server.process().exitCode();
    }
}
