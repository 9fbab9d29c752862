package serviceone;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.http.Response;
import common.mode.ServiceThread;
import common.process.Desktop;
import serviceone.calls.ServiceTwoAddress;
import serviceone.meter.Meter;
import serviceone.routes.Shared;
import serviceone.server.GracefulShutdown;
import serviceone.status.WatchedService;
import serviceone.status.Watching;

public final class ServiceOne {
    private ServiceOne() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        ExitCode code = Options.TOOL.run(arguments, line -> serve(Options.of(line)));
        if (code != ExitCode.OK) {
            System.exit(code.code());
        }
    }

    static ExitCode serve(Options options) throws IOException, InterruptedException {
        Precautions.jdkWarning(Runtime.version()).ifPresent(warning -> System.err.println("service one: " + warning));
        if (options.has(Options.OLD_SHUTDOWN)) {
            System.err.println("service one: --drain-timeout is the old name of --shutdown-timeout");
        }
        Precautions.preload(options.mode());
        List<ServiceTwoAddress> addresses = options.serviceTwo();
        if (addresses.isEmpty()) {
            return ExitCode.COULD_NOT;      // service two did not start
        }
        ServiceTwoAddress serviceTwo = firstThatAnswers(addresses);
        Meter meter = new Meter(options.mode());
        Map<String, Supplier<Response>> routes = new ConcurrentHashMap<>();
        Server server =
                listen(options, new Shared(options.settings(), serviceTwo, meter, options.parts(), routes));
        WatchedService watched = new WatchedService(options.mode(), server.port(), options.size(), options.settings(),
                serviceTwo.limit().most(), meter, server);
        Watching watching = new Watching(watched, serviceTwo.address(), options.ports());
        routes.put("/stats", () -> Response.json(watching.json()));
        routes.put("/", () -> Response.text(302, watching.page() + "\n")
                .withField("Location", watching.page().toString()));
        Options.TOOL.endWithout(ServiceThread::isEssential);
        startOrHalt(server);
        GracefulShutdown.onSigterm(server::stop, () -> meter.get(Meter.Count.ANSWERED));
        announceReady(options, server, watching);
        watching.start();
        if (options.has("--open")) {
            openPage(watching);
        }
        if (options.has("--until-stdin-closes")) {
            System.in.transferTo(OutputStream.nullOutputStream());
            System.exit(ExitCode.OK.code());
        }
        return ExitCode.OK;
    }

    /**
     * Prints the line in one write, because scripts wait for the whole line. Programs that attach to this JVM read the
     * properties.
     */
    private static void announceReady(Options options, Server server, Watching watching) throws UnknownHostException {
        System.setProperty("serviceone.mode", options.mode().label());
        System.setProperty("serviceone.port", String.valueOf(server.port()));
        System.setProperty("serviceone.admin", String.valueOf(watching.page().getPort()));
        int jmxPort = options.ports().jmx();
        System.out.println("service one ready at http://%s:%d (%s, pid %d, status page %s%s)".formatted(
                options.host(), server.port(), options.mode().label(),
                ProcessHandle.current().pid(), watching.page(), jmxPort == 0 ? "" : ", jmx 127.0.0.1:" + jmxPort));
    }

    private static void openPage(Watching watching) throws InterruptedException {
        try {
            Desktop.browse(watching.page());
        } catch (IOException e) {
            System.err.println("service one: --open: " + e.getMessage().lines().findFirst().orElse(""));
        }
    }

    private static Server listen(Options options, Shared shared) throws IOException {
        InetSocketAddress address = options.address();
        try {
            return new Server(options.mode(), options.size(), address, shared);
        } catch (IOException e) {
            throw options.place().cannotListen(e, "--port");
        }
    }

    /** A host such as localhost may have several addresses. */
    static ServiceTwoAddress firstThatAnswers(List<ServiceTwoAddress> addresses) throws IOException {
        IOException failure = null;
        for (ServiceTwoAddress each : addresses) {
            try (SocketChannel _ = each.connect(each.connectMillis())) {
                return each;
            } catch (IOException e) {
                failure = e;
            }
        }
        throw new IOException("no service two answers at " + addresses.getFirst().host() + ": " + failure.getMessage());
    }

    private static void startOrHalt(Server server) {
        try {
            server.start();
        } catch (IOException | OutOfMemoryError e) {
            System.err.println("service one: cannot start: " + e.getMessage());
            Runtime.getRuntime().halt(ExitCode.COULD_NOT.code());      // exit() would need a thread
        }
    }
}
