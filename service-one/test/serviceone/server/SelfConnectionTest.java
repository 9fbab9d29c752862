package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Slow;
import testing.Test;

/**
 * A client that connects to a free port of the ephemeral range may get that port as its own, and so connect to itself
 * (RFC 9293, 3.5). If it closes such a connection without a reset, nobody can listen on the port for a minute.
 *
 * <p>On Linux, the next local ports for one destination are a few larger than the last one, but random. So a try in
 * which the local port comes close to the destination ends in such a connection about once in four. Elsewhere the
 * test may find none.
 */
class SelfConnectionTest {
    private static final int TRIES = 25;
    private static final int MOST_STEPS = 2_000;
    private static final int NEAR = 400;
    private static final int NEXT = 16;
    private static final int REQUESTS = 10;

    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    @Slow("tries often, and takes a second")
    void aDeadServiceTwoGetsItsPortBackAtOnce() throws Exception {
        TestService.inEachMode(mode -> {
            for (int i = 0; i < TRIES; i++) {
                int dead = portThatIsNext();
                try (TestService service = TestService.withServiceTwoAt(dead, mode, TestService.PATIENT_MILLIS);
                        RawClient client = service.connect()) {
                    for (int j = 0; j < REQUESTS; j++) {
                        assertEquals(502, client.get("/rpc").status(), "nobody listens");
                    }
                    listen(dead).close();
                } catch (BindException e) {      // another test's connection may have the port by now
                    assertTrue(!isConnectedToItself(dead), "port " + dead + " is still connected to itself");
                }
            }
        });
    }

    private static boolean isConnectedToItself(int port) throws IOException {
        Pattern bothEnds = Pattern.compile(":%1$04X [0-9A-F]+:%1$04X ".formatted(port));
        for (Path table : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
            if (Files.exists(table) && bothEnds.matcher(Files.readString(table)).find()) {
                return true;
            }
        }
        return false;
    }

    /** Returns a closed port. The next connections to it have local ports that approach it. */
    private static int portThatIsNext() throws IOException {
        int port = 0;
        for (int step = 0; step < MOST_STEPS; step++) {
            try (ServerSocket listener = listen(port)) {
                int local = localPortOfConnectionTo(listener.getLocalPort());
                while (isBelow(listener.getLocalPort(), local, NEAR)) {
                    if (isBelow(listener.getLocalPort(), local, NEXT)) {
                        return listener.getLocalPort();
                    }
                    listener.accept().close();      // reset
                    local = localPortOfConnectionTo(listener.getLocalPort());
                }
                port = local;
            } catch (BindException e) {
                port += 2;      // some connection still has this port
            }
        }
        return port;
    }

    private static boolean isBelow(int port, int local, int distance) {
        return local < port && port - local <= distance && (port - local) % 2 == 0;
    }

    private static ServerSocket listen(int port) throws IOException {
        return new ServerSocket(port, 1, LOOPBACK);
    }

    /** A reset frees the local port. */
    private static int localPortOfConnectionTo(int port) throws IOException {
        try (SocketChannel channel = SocketChannel.open(new InetSocketAddress(LOOPBACK, port))) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            return channel.socket().getLocalPort();
        }
    }
}
