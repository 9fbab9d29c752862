package servicetwo;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Accepts connections, and backs off where that fails. Owns the listening socket; runs on the loop's thread. */
final class Acceptor implements Loop.Handler {
    // states: ACCEPTING <-> BACKING_OFF, told by what its key is interested in
    private static final int AT_ONCE = 256;      // a storm of connections does not keep the timers waiting
    private static final long FIRST_BACK_OFF_MILLIS = 5;
    private static final long LAST_BACK_OFF_MILLIS = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ServerSocketChannel listener;
    private final Connection.Shared shared;
    private long backOffMillis = FIRST_BACK_OFF_MILLIS;

    Acceptor(ServerSocketChannel listener, Connection.Shared shared) throws IOException {
        this.listener = listener;
        this.shared = shared;
        shared.loop().register(listener, SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        SocketChannel channel = listener.accept();
        for (int count = 1; channel != null && count < AT_ONCE; count++) {
            take(channel);
            channel = listener.accept();
        }
        if (channel != null) {
            take(channel);
        }
        backOffMillis = FIRST_BACK_OFF_MILLIS;
    }

    private void take(SocketChannel channel) {
        try {
            if (shared.loop().size() > shared.limits().connections()) {      // the listener is one of them
                Quietly.close(channel);
                return;
            }
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            new Connection(channel, shared);
        } catch (IOException | RuntimeException | Error e) {
            Quietly.close(channel);
            Complaints.tell("cannot take a connection", e);
        }
    }

    /**
     * Mostly the limit of open files is reached (EMFILE), and trying again at once would only burn the processor until
     * a connection ends; what waits in the backlog meanwhile is not lost.
     */
    @Override
    public void failed(SelectionKey key, Throwable failure) {
        long pause = backOffMillis;
        backOffMillis = Math.min(2 * pause, LAST_BACK_OFF_MILLIS);
        shared.loop().timers().start(pause * NANOS_PER_MILLI, () -> key.interestOps(SelectionKey.OP_ACCEPT));
        key.interestOps(0);      // not before there is memory for a timer, without which it would stay so
        Complaints.tell("cannot accept, trying again soon", failure);
    }

    @Override
    public void tick(long nanoTime) {
        // it waits for nobody, so it has no deadline
    }
}
