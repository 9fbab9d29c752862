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
 * Admits a limited number of sockets, and knows which are open. A socket has its permit while it is in the set, so no
 * ending of a connection can give back two permits or none. Also knows whether the service is stopping.
 *
 * <p>Only the acceptor admits. Any thread may close a socket, which then leaves the set. During a shutdown, a socket
 * leaves and is counted in one step, under a lock, so when the set is empty, all sockets have been counted.
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

    /** Whether there is room for one more socket; if true, it stays true until the acceptor admits a socket. */
    boolean hasRoom() {
        return open.size() < limit;
    }

    /** Admits a socket and hands it on; if that fails, closes the socket, which gives its permit back. */
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

    /** Called by a socket that has been closed. */
    void leave(ClientSocket socket) {
        if (!shuttingDown) {
            open.remove(socket);
        }
        if (shuttingDown) {      // it may just have begun; a thread may wait for the end
            synchronized (endings) {
                if (open.remove(socket)) {
                    endings.merge(socket.ending(), 1L, Long::sum);
                }
                endings.notifyAll();
            }
        }
    }

    /** How many sockets have ended like this since the shutdown began. */
    long count(Ending ending) {
        synchronized (endings) {
            return endings.getOrDefault(ending, 0L);
        }
    }

    public int size() {
        return open.size();
    }

    /** From now on, no connection is kept alive. */
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

    /** Closes connections whose clients have not got their last response and are not getting it now. */
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
