package servicetwo;

import common.commandline.ExitCode;
import common.http.Limits;
import common.http.Parsers;
import common.http.RequestParser;
import common.io.EventLoop;
import common.io.HostPort;
import common.io.Quietly;
import common.io.Timers;
import common.process.VisualVmCpuGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.ZoneId;

/**
 * The stand-in for other people's services: it waits and answers. A single event loop does all of it, because it is not
 * what is measured, and shares the machine with what is.
 *
 * <p>Owns the loop, whose thread does everything. {@code main} runs on the main thread.
 */
public final class ServiceTwo implements AutoCloseable {
    static final String THREAD = "service-two";
    private static final long SHOWN_AFTER_MILLIS = 1_000;
    /** Pending connections; the kernel caps it at net.core.somaxconn. */
    private static final int BACKLOG = 4096;

    private final EventLoop loop;
    private final int port;
    private final Counts counts;

    /** @throws IOException where the address cannot be bound */
    public ServiceTwo(Options options) throws IOException {
        this(options, Connection.Limits.STANDARD);
    }

    ServiceTwo(Options options, Connection.Limits limits) throws IOException {
        ServerSocketChannel listener = listen(options);
        port = listener.socket().getLocalPort();
        Lateness lateness = new Lateness();
        Timers timers = new Timers(lateness::add);
        loop = new EventLoop(Thread.ofPlatform().name(THREAD), timers);
        Settings settings = new Settings(options);
        counts = new Counts(settings, lateness);
        new Acceptor(listener, new Connection.Shared(loop, timers,
                new Parsers<>(() -> new RequestParser(Limits.DEFAULTS)), new Routes(settings, counts), settings,
                new Permits(options.authorizePermits()), counts, limits));
        loop.start();
    }

    private static ServerSocketChannel listen(Options options) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        try {
            InetAddress address = InetAddress.getByName(options.bind());
            return listener.bind(new InetSocketAddress(address, options.port()), BACKLOG);
        } catch (IOException e) {
            Quietly.close(listener);
            throw new HostPort(options.bind(), options.port())
                    .cannotListen(e, "--port (./run.sh loom, pool and async: --service-two-port)");
        }
    }

    public int port() {
        return port;
    }

    /**
     * Cuts off what is in flight: whoever stops service two wants to see what service one makes of that. Returns when
     * all is closed, so that the port is free.
     */
    @Override
    public void close() {
        loop.close();
        try {
            loop.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the loop ends nevertheless
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        ExitCode code = Options.TOOL.run(arguments, line -> {
            Options options = Options.defaults().with(line);
            new ServiceTwo(options).live(options);
            return ExitCode.OK;
        });
        if (code != ExitCode.OK) {
            System.exit(code.code());
        }
    }

    /** Makes the process its own, and tells that it is ready. */
    void live(Options options) throws IOException {
        Thread.setDefaultUncaughtExceptionHandler(ServiceTwo::threadHasEnded);
        ZoneId.systemDefault().getRules();      // which a line of the log needs, when no file can be opened any more
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            close();
            Runtime.getRuntime().halt(ExitCode.OK.code());      // a stop by SIGTERM is a success, not the JVM's 143
        }, "stop"));
        // One write, so that a script which waits for the line does not read half of it.
        System.out.println("service two ready at http://%s:%d (pid %d, delay %d ms, stage delay %d ms)".formatted(
                HostPort.inUrl(options.bind()), port, ProcessHandle.current().pid(), options.delay(),
                options.stageDelay()));
        Thread.ofPlatform().daemon().name("show").start(this::show);
        if (options.untilStdinCloses()) {
            System.in.transferTo(OutputStream.nullOutputStream());
            System.exit(ExitCode.OK.code());
        }
    }

    /**
     * For JMX consoles, a while later: the JDK's MBeans take a third of a start, and who has started service two starts
     * its clients at the same time, perhaps on the same two cores.
     */
    private void show() {
        try {
            Thread.sleep(SHOWN_AFTER_MILLIS);
            counts.show();
            VisualVmCpuGraph.start();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // nobody does
        }
    }

    /** Without its loop it would only look alive; who is gone is missed, and started again. */
    private static void threadHasEnded(Thread thread, Throwable failure) {
        System.err.println("service two: thread " + thread.getName() + " has ended: " + failure);
        if (thread.getName().equals(THREAD)) {
            Runtime.getRuntime().halt(ExitCode.FAILED.code());
        }
    }
}
