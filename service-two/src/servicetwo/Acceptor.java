package servicetwo;

import common.io.Deadline;
import common.io.EventLoop;
import common.io.FailureLog;
import common.io.Quietly;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Accepts connections, and backs off where that fails. Owns the listening socket; runs on the loop's thread. */
final class Acceptor implements EventLoop.Handler {
    // states: ACCEPTING <-> BACKING_OFF, told by what its key is interested in
    private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());
    private static final int AT_ONCE = 256;      // a storm of connections does not keep the timers waiting
    private static final long FIRST_BACK_OFF_MILLIS = 5;
    private static final long LAST_BACK_OFF_MILLIS = 1_000;

    private final ServerSocketChannel listener;
    private final Connection.Shared shared;
    private final SelectionKey key;
    private long backOffMillis = FIRST_BACK_OFF_MILLIS;

    Acceptor(ServerSocketChannel listener, Connection.Shared shared) throws IOException {
        this.listener = listener;
        this.shared = shared;
        listener.configureBlocking(false);
        key = shared.loop().register(listener, SelectionKey.OP_ACCEPT, this);
    }

    @Override
    public void ready(SelectionKey ready) throws IOException {
        for (int count = 0; count < AT_ONCE; count++) {
            SocketChannel channel = listener.accept();
            if (channel == null) {
                break;
            }
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
            channel.configureBlocking(false);
            new Connection(channel, shared);
        } catch (IOException | RuntimeException | Error e) {
            Quietly.close(channel);
            FailureLog.warn(LOG, "cannot take a connection", e);
        }
    }

    /**
     * Mostly the limit of open files is reached (EMFILE), and trying again at once would only burn the processor until
     * a connection ends; what waits in the backlog meanwhile is not lost.
     */
    @Override
    public void failed(Throwable failure) {
        shared.loop().schedule(backOffMillis, () -> key.interestOps(SelectionKey.OP_ACCEPT));
        key.interestOps(0);      // not before there is memory for a timer, without which it would stay so
        backOffMillis = Math.min(2 * backOffMillis, LAST_BACK_OFF_MILLIS);
        FailureLog.warn(LOG, "cannot accept, trying again soon", failure);
    }

    /** It waits for nobody. */
    @Override
    public Deadline deadline() {
        return null;
    }
}
