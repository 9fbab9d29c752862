package serviceone.server;

import java.nio.channels.SocketChannel;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import serviceone.meter.ConnectionMeter;
import serviceone.server.ClientSocket.Ending;

/**
 * Lets a limited number of sockets in, and knows which of them are open: a socket has its permit as long as it is in
 * the set, so no path by which a connection ends can give back two or none. Also knows whether the service is being
 * stopped.
 *
 * <p>Only the acceptor admits; any thread closes a socket, which leaves the set. Once it is being stopped, a socket
 * leaves and is counted in one step, under a lock: so whoever finds the set empty there finds all of them counted.
 */
public final class OpenConnections {
    // states: OPEN -> SHUTTING_DOWN
    private final int limit;
    private final Set<ClientSocket> open = ConcurrentHashMap.newKeySet();
    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);      // guarded by itself
    private volatile boolean shuttingDown;

    public OpenConnections(int limit) {
        this.limit = limit;
    }

    /** Whether one more may be let in; stays true until the acceptor lets one in. */
    boolean hasRoom() {
        return open.size() < limit;
    }

    /** Lets a socket in and hands it on; where that fails, the socket is closed and its permit given back. */
    public void admit(SocketChannel channel, ConnectionMeter meter, Consumer<ClientSocket> next) {
        ClientSocket socket = new ClientSocket(channel, this, meter);
        try {
            open.add(socket);
            next.accept(socket);
        } catch (RuntimeException | Error e) {
            socket.close();
            throw e;
        }
    }

    /** To be called by the socket when it is closed. */
    void leave(ClientSocket socket) {
        if (!shuttingDown) {
            open.remove(socket);
        }
        if (shuttingDown) {      // perhaps only since then: who waits is to be told
            synchronized (endings) {
                if (open.remove(socket)) {
                    endings.merge(socket.ending(), 1L, Long::sum);
                }
                endings.notifyAll();
            }
        }
    }

    /** How many have ended like this since it is being stopped. */
    long count(Ending ending) {
        synchronized (endings) {
            return endings.getOrDefault(ending, 0L);
        }
    }

    public int size() {
        return open.size();
    }

    /** No connection is kept alive from now on. */
    void shutDown() {
        shuttingDown = true;
    }

    boolean isShuttingDown() {
        return shuttingDown;
    }

    void awaitEmpty(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (endings) {
            for (long left = millis; left > 0 && !open.isEmpty(); left = (end - System.nanoTime()) / 1_000_000) {
                endings.wait(left);
            }
        }
    }

    void forEach(Consumer<ClientSocket> action) {
        open.forEach(action);
    }

    /** Closes those whose clients have not got, and are not getting, their last response. */
    void cutOff() {
        for (ClientSocket socket : open) {
            socket.endsAs(Ending.CUT_OFF);
            if (socket.ending() == Ending.CUT_OFF) {
                socket.resetOnClose();
                socket.close();
            }
        }
    }

    void closeAll() {
        open.forEach(ClientSocket::close);
    }
}
