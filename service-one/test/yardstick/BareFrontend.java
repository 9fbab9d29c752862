package yardstick;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;

/**
 * The least that a Java program can do for {@code /meetings}: the same four calls for a client, with no error, limit,
 * deadline, route or counter. What it costs above a C program is the JDK's, what service one costs above it is service
 * one's. A yardstick for service-one/README.md, no part of the product; it runs from its sources:
 *
 * <pre>java @service-one/jvm-options service-one/test/yardstick/BareFrontend.java MODE PORT SERVICE_TWO_PORT</pre>
 *
 * MODE is {@code loop}, {@code virtual} or {@code platform}.
 */
public final class BareFrontend {
    private static final int BACKLOG = 8192;

    public static void main(String... arguments) throws IOException {
        InetSocketAddress serviceTwo = local(arguments[2]);
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(local(arguments[1]), BACKLOG);
            switch (arguments[0]) {
                case "loop" -> new BareLoop(listener, serviceTwo).run();
                case "virtual" -> new BareThreads(serviceTwo, Thread.ofVirtual()).accept(listener);
                case "platform" -> new BareThreads(serviceTwo, Thread.ofPlatform()).accept(listener);
                default -> throw new IllegalArgumentException(arguments[0] + ": loop, virtual or platform");
            }
        }
    }

    private static InetSocketAddress local(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    private BareFrontend() {
    }
}
