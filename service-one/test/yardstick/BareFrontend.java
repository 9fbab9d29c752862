package yardstick;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;

/**
 * The least that a Java program can do for {@code /meetings}: the same four calls for a client, with no error, limit,
 * deadline, route or counter. What it costs above a C program is the JDK's, what service one costs above it is service
 * one's. A yardstick for service-one/README.md, no part of the product; it runs from its sources:
 *
 * <pre>java @service-one/jvm-options service-one/test/yardstick/BareFrontend.java MODE PORT SERVICE_TWO_PORT</pre>
 *
 * MODE is {@code loop}, {@code loops}, {@code virtual} or {@code platform}.
 */
public final class BareFrontend {
    private static final int BACKLOG = 8192;

    public static void main(String... arguments) throws IOException {
        InetSocketAddress serviceTwo = local(arguments[2]);
        InetSocketAddress own = local(arguments[1]);
        switch (arguments[0]) {
            case "loop" -> new BareLoop(listen(own), serviceTwo).run();
            case "loops" -> loops(own, serviceTwo);
            case "virtual" -> new BareThreads(serviceTwo, Thread.ofVirtual()).accept(listen(own));
            case "platform" -> new BareThreads(serviceTwo, Thread.ofPlatform()).accept(listen(own));
            default -> throw new IllegalArgumentException(arguments[0] + ": loop, loops, virtual or platform");
        }
    }

    /** A loop for each core, each with a listener of its own: the kernel shares the connections out. */
    private static void loops(InetSocketAddress own, InetSocketAddress serviceTwo) throws IOException {
        for (int core = 1; core < Runtime.getRuntime().availableProcessors(); core++) {
            Thread.ofPlatform().start(new BareLoop(listen(own), serviceTwo));
        }
        new BareLoop(listen(own), serviceTwo).run();
    }

    private static ServerSocketChannel listen(InetSocketAddress own) throws IOException {
        return ServerSocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true).bind(own, BACKLOG);
    }

    private static InetSocketAddress local(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    private BareFrontend() {
    }
}
