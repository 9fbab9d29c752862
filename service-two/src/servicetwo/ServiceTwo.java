package servicetwo;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.http.MessageParser.Limits;
import common.http.MessageParser.Parsers;
import common.http.NonBlockingConnection;
import common.http.RequestParser;
import common.io.Clock;
import common.io.EventLoop;
import common.io.FailureLog;
import common.io.HostPort;
import common.io.Quietly;
import common.process.VisualVmCpuGraph;
import common.settings.Defaults;
import common.settings.ServiceTwoSettings.Setting;
import common.settings.ServiceTwoSettings;

/**
 * A stand-in for other people's services: it waits and answers. It must be cheap, because it shares the machine with
 * the service that is measured. One event loop does all the work.
 */
public final class ServiceTwo implements AutoCloseable {
    /** Stands for {@code --port} in {@code ./run.sh MODE}, where {@code --port} is service one's. */
    private static final String PORT_IN_MODE = "--service-two-port";
    static final Tool TOOL = new Tool("service two", "service-two [OPTIONS]", "", Stream.of(List.of(
            Option.number("--port", "PORT", Defaults.SERVICE_TWO_PORT, 0, 65_535,
                    "listen on this port; 0 for any free one"),
            Option.number(PORT_IN_MODE, "PORT", "", 0, 65_535, ""),
            new Option("--bind", "ADDRESS", "127.0.0.1", "an address of this machine",
                    text -> !text.isBlank() && !text.startsWith("-"), "listen on this address")),
            ServiceTwoSettings.OPTIONS, List.of(Option.flag("--until-stdin-closes", "exit when standard input ends")))
            .flatMap(List::stream).toList(), "");

    static final String THREAD = "service-two";
    /** Callers may be starting at the same time, and loading the JDK's MBeans would slow them down. */
    private static final long SHOWN_AFTER_MILLIS = 1_000;
    /** The kernel caps the backlog at net.core.somaxconn. */
    private static final int BACKLOG = 4096;

    final NonBlockingConnection.Limits limits;
    final Parsers<RequestParser> parsers = new Parsers<>(() -> new RequestParser(Limits.DEFAULTS));
    final Behaviour behaviour;
    final Counts counts;
    final Routes routes;
    final Permits permits;
    final EventLoop loop;
    private final int connections;
    private final HostPort place;
    private final ServerSocketChannel listener;
    private final SelectionKey accepting;

    public ServiceTwo(String... arguments) throws IOException {
        this(CallersConnection.LIMITS, CallersConnection.CONNECTIONS, Clock.SYSTEM, arguments);
    }

    ServiceTwo(NonBlockingConnection.Limits limits, int connections, Clock clock, String... arguments)
            throws IOException {
        CommandLine line = CommandLine.parse(TOOL.options(), arguments);
        line.expectNoWord();
        this.limits = limits;
        this.connections = connections;
        ServiceTwoSettings settings = ServiceTwoSettings.STANDARD.with(line::number);
        behaviour = new Behaviour(settings, clock::nanoTime);
        counts = new Counts(behaviour, clock::nanoTime);
        routes = new Routes(behaviour, counts);
        permits = new Permits(settings.get(Setting.AUTHORIZE_PERMITS));
        listener = listen(new HostPort(line.text("--bind"), line.number(PORT_IN_MODE, line.number("--port"))));
        place = new HostPort(line.text("--bind"), listener.socket().getLocalPort());
        loop = new EventLoop(Thread.ofPlatform().name(THREAD), clock);
        accepting = loop.register(listener.configureBlocking(false), SelectionKey.OP_ACCEPT, new Acceptance());
        loop.start();
    }

    private static ServerSocketChannel listen(HostPort wanted) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            InetAddress address = InetAddress.getByName(wanted.host());
            return listener.bind(new InetSocketAddress(address, wanted.port()), BACKLOG);
        } catch (IOException e) {
            Quietly.close(listener);
            throw wanted.cannotListen(e, "--port (with ./run.sh MODE: --service-two-port)");
        }
    }

    private final class Acceptance implements EventLoop.Handler {
        // states: ACCEPTING <-> BACKING_OFF
        private static final System.Logger LOG = System.getLogger(ServiceTwo.class.getName());
        private static final int MOST_A_TURN = 256;      // new connections must not delay the timers
        private static final long FIRST_BACK_OFF_MILLIS = 5;
        private static final long LAST_BACK_OFF_MILLIS = 1_000;

        private long backOffMillis = FIRST_BACK_OFF_MILLIS;

        @Override
        public void ready(SelectionKey ready) throws IOException {
            SocketChannel channel;
            for (int count = 0; count < MOST_A_TURN && (channel = listener.accept()) != null; count++) {
                admit(channel);
            }
            backOffMillis = FIRST_BACK_OFF_MILLIS;
        }

        private void admit(SocketChannel channel) {
            try {
                if (loop.size() > connections) {      // the size includes the listener
                    Quietly.close(channel);
                    return;
                }
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                new CallersConnection(channel, ServiceTwo.this).begin();
            } catch (IOException | RuntimeException | Error e) {
                Quietly.close(channel);
                FailureLog.warn(LOG, "cannot take a connection", e);
            }
        }

        /**
         * Usually the limit on open files is reached (EMFILE), and trying again at once would burn CPU time.
         * Meanwhile, new connections wait in the backlog.
         */
        @Override
        public void failed(Throwable failure) {
            loop.schedule(backOffMillis, () -> accepting.interestOps(SelectionKey.OP_ACCEPT));
            accepting.interestOps(0);
            backOffMillis = Math.min(2 * backOffMillis, LAST_BACK_OFF_MILLIS);
            FailureLog.warn(LOG, "cannot accept, trying again soon", failure);
        }
    }

    public int port() {
        return place.port();
    }

    /** Cuts off calls in flight. Returns when the port is free. */
    @Override
    public void close() {
        loop.close();
        try {
            loop.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the loop ends anyway
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        ExitCode code = TOOL.run(arguments, line -> {
            new ServiceTwo(arguments).takeOverProcess();
            if (line.has("--until-stdin-closes")) {
                System.in.transferTo(OutputStream.nullOutputStream());
                System.exit(ExitCode.OK.code());
            }
            return ExitCode.OK;
        });
        if (code != ExitCode.OK) {
            System.exit(code.code());
        }
    }

    void takeOverProcess() {
        TOOL.endWithout(THREAD::equals);
        // Loads the time zone's rules for log lines now: later, perhaps no file can be opened.
        ZoneId.systemDefault().getRules();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            close();
            Runtime.getRuntime().halt(ExitCode.OK.code());      // the JVM itself would exit with 143
        }, "stop"));
        // in one write: a script must never read half of the line
        System.out.println("service two ready at http://%s (pid %d, delay %d ms, stage delay %d ms)".formatted(place,
                ProcessHandle.current().pid(), behaviour.settings().get(Setting.DELAY),
                behaviour.settings().get(Setting.STAGE_DELAY)));
        counts.cpuMillis();      // opens libraries: later, callers may hold all file descriptors
        Thread show = Thread.ofPlatform().daemon().name("show").unstarted(() -> {
            counts.show();
            VisualVmCpuGraph.start();
        });
        loop.execute(() -> loop.schedule(SHOWN_AFTER_MILLIS, show::start));
    }
}
