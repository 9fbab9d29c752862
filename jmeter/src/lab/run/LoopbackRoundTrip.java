package lab.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What it costs to send a byte over loopback to a thread that waits for it, and to get it back: system calls, and two
 * threads that are woken. Most of a request's CPU time is of this kind, and neither arithmetic nor a sleep shows when
 * it grows, as it does where the host of a virtual machine is busy. Owns a connection; the asking thread sends, another
 * one answers, which ends when the connection does.
 */
final class LoopbackRoundTrip implements AutoCloseable {
    /** The least of several means: the first are interpreted still, and any may be disturbed. */
    private static final int TRIES = 9;
    private static final int TRIPS = 400;

    private final SocketChannel here;
    private final Thread echo;

    private LoopbackRoundTrip() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            here = SocketChannel.open(server.getLocalAddress());
            SocketChannel there = server.accept();
            echo = Thread.ofPlatform().daemon().name("loopback echo").start(() -> echo(there));
        }
    }

    /** CPU seconds of both threads; NaN where loopback can't be used. */
    static double cpuSeconds() {
        try (LoopbackRoundTrip trip = new LoopbackRoundTrip()) {
            return DoubleStream.generate(trip::mean).limit(TRIES).min().orElseThrow();
        } catch (IOException e) {
            return Double.NaN;           // no loopback: the runs will say so better
        }
    }

    private double mean() {
        long begun = cpuNanos();
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        boolean whole = IntStream.range(0, TRIPS).allMatch(_ -> send(here, one) && receive(here, one));
        return whole ? (cpuNanos() - begun) / 1e9 / TRIPS : Double.NaN;
    }

    private long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime()
                + ManagementFactory.getThreadMXBean().getThreadCpuTime(echo.threadId());
    }

    private static void echo(SocketChannel channel) {
        ByteBuffer one = ByteBuffer.allocateDirect(1);
        try (channel) {
            boolean open = true;
            while (open) {
                open = receive(channel, one) && send(channel, one);
            }
        } catch (IOException e) {
            // Only closing throws here, at the end of a connection that is no longer used.
        }
    }

    private static boolean send(SocketChannel channel, ByteBuffer one) {
        try {
            return channel.write(one.clear()) == 1;
        } catch (IOException e) {
            return false;                // closed at the other end
        }
    }

    private static boolean receive(SocketChannel channel, ByteBuffer one) {
        try {
            return channel.read(one.clear()) == 1;
        } catch (IOException e) {
            return false;                // closed at the other end
        }
    }

    @Override
    public void close() throws IOException {
        here.close();
    }
}
