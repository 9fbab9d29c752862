package jmeter;

import commandline.Arguments;
import commandline.ExitCode;
import commandline.UsageException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import jmeter.install.JmeterHome;
import jmeter.remote.HostPort;
import jmeter.remote.JmeterServer;
import jmeter.remote.RmiKey;
import jmeter.remote.RemoteArguments;
import jmeter.run.JmeterArguments;
import jmeter.run.RunFolder;
import process.StopHook;

/** {@code ./run.sh jmeter-server}: a JMeter that makes load when one on another machine says so. On the main thread. */
public final class RunServer {
    private static final String USAGE = """
            usage: ./run.sh jmeter-server [OPTIONS]

            Waits for "./run.sh jmeter PLAN --remote HOST:PORT" on another machine, and makes the load that it orders.
            Both talk over TLS, with the key in jmeter/home/rmi-keystore.p12, made by the first command that needs it:
            copy that file from one machine to all the others. Runs until Ctrl-C.

              --bind ADDRESS   listen on this address, by which the other machine reaches this one (127.0.0.1)
              --port PORT      listen on this port (1099)
              -Jname=value     a property of JMeter's own; those of a plan come with the order to run it
              --help           print this and exit

            Exit codes: 0 ended, 1 usage, 2 could not start.
            """;

    private final Arguments arguments;
    private String bind = "127.0.0.1";
    private int port = HostPort.DEFAULT_JMETER_SERVER_PORT;
    private boolean help;

    private RunServer(String... commandLine) {
        arguments = new Arguments(commandLine);
    }

    public static void main(String... commandLine) throws InterruptedException {
        System.exit(new RunServer(commandLine).run().code());
    }

    private ExitCode run() throws InterruptedException {
        try {
            parse();
            return help ? help() : serve(Path.of(System.getProperty("repository", "")).toAbsolutePath());
        } catch (UsageException e) {
            System.err.println("jmeter-server: " + e.getMessage() + "\nusage: ./run.sh jmeter-server [--bind ADDRESS] [--port PORT]");
            return ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println("jmeter-server: " + e.getMessage());
            return ExitCode.COULD_NOT;
        }
    }

    private void parse() throws UsageException {
        while (arguments.hasNext()) {
            String argument = arguments.next();
            switch (argument) {
                case "--bind" -> bind = arguments.value(argument, "an address of this machine");
                case "--port" -> port = arguments.number(argument, "a port, 1 to 65535", 1, 65_535);
                case "--help", "-h" -> help = true;
                default -> takeOther(argument);
            }
        }
    }

    private void takeOther(String argument) throws UsageException {
        if (!argument.startsWith("-J")) {
            throw new UsageException("no such option: " + argument);
        }
        arguments.takeProperty(argument);
    }

    private static ExitCode help() {
        System.out.print(USAGE);
        return ExitCode.OK;
    }

    private ExitCode serve(Path repository) throws IOException, InterruptedException {
        HostPort address = new HostPort(bind, port);
        checkFree(address);
        JmeterHome home = JmeterHome.find(repository, System.err);
        RmiKey key = RmiKey.in(repository);
        String log = RunFolder.results(repository).resolve("jmeter-server-" + port + ".log").toString();
        var jmeterArguments = RemoteArguments.server(address, key, arguments.properties(), log);
        try (JmeterServer server = JmeterServer.start(home, address, jmeterArguments, Redirect.INHERIT);
             StopHook _ = new StopHook(() -> stop(server), server::close)) {
            server.awaitReady();
            System.out.println("jmeter-server ready at " + address + " (JMeter " + home.version() + ", pid " + server.pid() + ")");
            return server.waitFor() == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
        }
    }

    /** JMeter itself would say that it goes on, and then wait for ever for a registry of somebody else's. */
    private static void checkFree(HostPort address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(address.host(), address.port()));
        } catch (IOException e) {
            throw new IOException("cannot listen at " + address + ": " + e.getMessage(), e);
        }
    }

    private static void stop(JmeterServer server) throws InterruptedException {
        server.close();
        server.waitFor();
    }
}
