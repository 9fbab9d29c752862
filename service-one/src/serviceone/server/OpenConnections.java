package serviceone.server;

import module java.base;
import common.io.Quietly;
import serviceone.meter.ConnectionMeter;
import serviceone.server.ClientSocket.Ending;

/**
 * Only the acceptor admits connections. Any thread may close them.
 *
 * <p>During a shutdown, sockets are removed and counted under one lock, so an empty set means that all are counted.
 */
public final class OpenConnections {
    private final int limit;
    private final LongSupplier nanoTime;
    private final Set<ClientSocket> open = ConcurrentHashMap.newKeySet();
    private final Map<Ending, Long> endings = new EnumMap<>(Ending.class);      // guarded by itself
    private volatile boolean shuttingDown;
    private volatile boolean refusing;

    /** @param nanoTime tells when a connection was accepted */
    public OpenConnections(int limit, LongSupplier nanoTime) {
        this.limit = limit;
        this.nanoTime = nanoTime;
    }

    boolean hasRoom() {
        return open.size() < limit;
    }

    public void admit(SocketChannel channel, ConnectionMeter meter, Consumer<ClientSocket> next) {
        ClientSocket socket = new ClientSocket(channel, this, meter, nanoTime.getAsLong());
        open.add(socket);
        next.accept(socket);
    }

    void leave(ClientSocket socket) {
        if (!shuttingDown) {
            open.remove(socket);
        }
        if (shuttingDown) {      // the shutdown may just have begun
            synchronized (endings) {
                if (open.remove(socket)) {
                    endings.merge(socket.ending(), 1L, Long::sum);
                }
                endings.notifyAll();
            }
        }
    }

    long count(Ending ending) {
        synchronized (endings) {
            return endings.getOrDefault(ending, 0L);
        }
    }

    public int size() {
        return open.size();
    }

    void shutDown() {
        shuttingDown = true;
    }

    boolean isShuttingDown() {
        return shuttingDown;
    }

    /** Answers each unanswered request with 503, and ends each connection. */
    void refuseAll() {
        refusing = true;
        open.forEach(each -> each.connection().refuse());
    }

    boolean isRefusing() {
        return refusing;
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

    void cutOff() {
        for (ClientSocket socket : open) {
            socket.endsAs(Ending.CUT_OFF);
            if (socket.ending() == Ending.CUT_OFF) {
                Quietly.resetOnClose(socket.channel());
                socket.close();
            }
        }
    }

    void closeAll() {
        open.forEach(ClientSocket::close);
    }
}
