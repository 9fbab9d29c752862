package serviceone;

import common.http.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import serviceone.calls.ServiceTwoAddress;
import common.process.Desktop;
import serviceone.meter.Meter;
import serviceone.options.CommandLine;
import serviceone.options.ExitCode;
import serviceone.options.UsageException;
import serviceone.server.GracefulShutdown;
import serviceone.status.ServiceSetup;
import serviceone.status.Watching;

/**
 * The service that is watched. The main thread parses the options and starts the server; {@link Server} is
 * where to read on. {@link GracefulShutdown} ends it on SIGTERM.
 */
public final class ServiceOne {
    private ServiceOne() {
    }

    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);      // programs read what it says, wherever the user lives
        Options options = parseOrExit(arguments);
        JdkWarning.of(Runtime.version()).ifPresent(warning -> System.err.println("service one: " + warning));
        Preloading.beforeDescriptorsRunOut(options.mode());
        ServiceTwoAddress serviceTwo = serviceTwoOrExit(options);
        Meter meter = new Meter(options.mode());
        Server server = listenOrExit(options, serviceTwo, meter);
        Watching watching = watchOrExit(options, serviceTwo, meter, server);
        server.addRoute("/stats", () -> Response.json(watching.json()));
        server.addRoute("/", () -> Response.text(302, watching.page() + "\n")
                .withField("Location", watching.page().toString()));
        Thread.setDefaultUncaughtExceptionHandler(new EssentialThreads());
        startOrExit(server);
        GracefulShutdown.onSigterm(server::stop, meter::answeredCount);
        sayReady(options, server, watching);
        watching.start();
        if (options.opensPage()) {
            openPage(watching);
        }
        if (options.untilStdinCloses()) {
            System.in.transferTo(OutputStream.nullOutputStream());
            exit(ExitCode.OK);
        }
    }

    /**
     * To people on standard output; in system properties to a program that attaches to this JVM. The line is one write,
     * so that a script which waits for it does not read half of it.
     */
    private static void sayReady(Options options, Server server, Watching watching) throws UnknownHostException {
        System.setProperty("serviceone.mode", options.mode().label());
        System.setProperty("serviceone.port", String.valueOf(server.port()));
        int jmxPort = options.ports().jmx();
        System.out.println("service one ready at http://%s:%d (%s, pid %d, status page %s%s)".formatted(
                options.host(), server.port(), options.mode().label(),
                ProcessHandle.current().pid(), watching.page(), jmxPort == 0 ? "" : ", jmx 127.0.0.1:" + jmxPort));
    }

    /** The service does without: where there is no browser, one line says so. */
    private static void openPage(Watching watching) {
        try {
            Desktop.browse(watching.page());
        } catch (IOException e) {
            System.err.println("service one: --open: " + e.getMessage().lines().findFirst().orElse(""));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static Options parseOrExit(String[] arguments) {
        if (CommandLine.wantsHelp(List.of(arguments))) {
            System.out.print(Options.usage());
            return exit(ExitCode.OK);
        }
        try {
            return Options.parse(arguments);
        } catch (UsageException e) {
            System.err.println("service one: " + e.getMessage() + System.lineSeparator() + Options.hint());
            return exit(ExitCode.USAGE);
        }
    }

    /** Waits for a service two that is still starting, where its place is to be read from a pipe. */
    private static ServiceTwoAddress serviceTwoOrExit(Options options) {
        try {
            List<ServiceTwoAddress> addresses = options.serviceTwo();
            return addresses.isEmpty() ? exit(ExitCode.COULD_NOT) : firstThatAnswers(addresses);
        } catch (UnknownHostException e) {
            System.err.println("service one: " + e.getMessage() + ": no such host");
        } catch (IOException e) {
            System.err.println("service one: " + e.getMessage());
        }
        return exit(ExitCode.COULD_NOT);
    }

    private static Server listenOrExit(Options options, ServiceTwoAddress serviceTwo, Meter meter) {
        try {
            return new Server(options.mode(), options.size(), options.address(), options.settings(), serviceTwo,
                    meter);
        } catch (UnknownHostException e) {
            System.err.println("service one: " + e.getMessage() + ": no such host");
            return exit(ExitCode.COULD_NOT);
        } catch (IOException e) {
            System.err.printf("service one: cannot listen on %s: %s; %s%n", options.place(), e.getMessage(),
                    options.remedy());
            return exit(ExitCode.COULD_NOT);
        }
    }

    /**
     * Of the addresses that service two's host has, as localhost has ::1 too. That none answers is said now, where it
     * is noticed, and not as a 502 to the first request. Later, service two may come and go.
     */
    static ServiceTwoAddress firstThatAnswers(List<ServiceTwoAddress> addresses) {
        IOException failure = null;
        for (ServiceTwoAddress each : addresses) {
            try (Socket socket = new Socket()) {
                socket.connect(each.address(), each.connectMillis());
                return each;
            } catch (IOException e) {
                failure = e;
            }
        }
        System.err.printf("service one: no service two answers at %s: %s%n", addresses.getFirst().host(),
                failure.getMessage());
        return exit(ExitCode.COULD_NOT);
    }

    private static Watching watchOrExit(Options options, ServiceTwoAddress serviceTwo, Meter meter, Server server) {
        try {
            ServiceSetup setup = new ServiceSetup(options.mode(), server.port(), options.size(),
                    options.settings().queue(), options.settings().maxConnections(), serviceTwo.maxCalls());
            return new Watching(setup, meter, server, serviceTwo.address(), options.ports());
        } catch (IOException e) {
            System.err.println("service one: cannot listen for " + e.getMessage());
            return exit(ExitCode.COULD_NOT);
        }
    }

    /** Where the system has too few threads even for those that must be there. */
    private static void startOrExit(Server server) {
        try {
            server.start();
        } catch (OutOfMemoryError e) {
            System.err.println("service one: cannot start: " + e.getMessage());
            Runtime.getRuntime().halt(ExitCode.COULD_NOT.number());      // an exit would need threads, too
        }
    }

    private static <T> T exit(ExitCode code) {
        System.exit(code.number());
        throw new IllegalStateException("exit does not return");
    }
}
