package serviceone.modes;

import common.io.Deadline;
import common.io.EventLoop;
import common.io.Unsent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import serviceone.server.ClientSocket;
import serviceone.server.Refusals;
import serviceone.server.Settings;
import serviceone.server.SocketQueue;

/**
 * {@code pool}: no thread waits for its client. A thread that would have to wait gives the connection to the poller, an
 * event loop. When bytes come, the poller stops watching the connection and puts it into the queue. So the connection
 * has one owner at a time: the poller, the queue or a thread.
 */
public final class PolledTransport implements Transport, EventLoop.Handler {
    private final ClientSocket socket;
    private final SocketChannel channel;
    private final BlockingConnection connection;
    private final SocketQueue queue;
    private final EventLoop poller;
    private final Settings settings;
    private final Deadline deadline;
    private final Unsent unsent = new Unsent();
    private SelectionKey key;
    private boolean watched;      // whether the poller has the connection; only its owner uses this

    public PolledTransport(ClientSocket socket, BlockingConnection connection, SocketQueue queue, EventLoop poller,
            Settings settings) {
        this.socket = socket;
        this.channel = socket.channel();
        this.connection = connection;
        this.queue = queue;
        this.poller = poller;
        this.settings = settings;
        deadline = socket.deadline(poller, this::onLate);
    }

    @Override
    public int read(ByteBuffer in, long millis, boolean begun) throws IOException {
        if (channel.isBlocking()) {
            channel.configureBlocking(false);
        }
        return channel.read(in);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        unsent.add(bytes);
        if (!send()) {
            socket.meter().leftToClient();
        }
    }

    private boolean send() throws IOException {
        boolean all = unsent.send(channel);
        if (all) {
            socket.meter().sent();
        }
        return all;
    }

    /**
     * The thread takes the next socket even if this client's next request has come. Pipelining must not hold a thread.
     */
    @Override
    public boolean handOver(boolean hasMore) {
        if (unsent.isEmpty() && hasMore) {
            queue.put(socket);
        } else {
            poller.execute(this::watch);
        }
        return true;
    }

    @Override
    public boolean later(long millis, Writing response) {
        socket.meter().waitsWithoutThread();
        poller.execute(() -> poller.schedule(millis, () -> {
            try {
                response.write();
            } catch (IOException | RuntimeException | Error e) {
                failed(e);
            }
        }));
        return false;
    }

    private void watch() {
        try {
            watched = true;
            int operation = unsent.isEmpty() ? SelectionKey.OP_READ : SelectionKey.OP_WRITE;
            deadline.set(unsent.isEmpty() ? connection.millisLeft() : settings.writeMillis());
            key = poller.register(channel, operation, this);
            if (socket.isRefusing()) {
                refuseOrEnd();
            }
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        }
    }

    @Override
    public void ready(SelectionKey key) throws IOException {
        if (!watched) {
            return;
        }
        if (!unsent.isEmpty()) {
            if (send()) {
                goOn();
            }
        } else if (connection.receive() < 0) {
            connection.end();
        } else if (connection.hasInput()) {
            goOn();
        }
    }

    private void goOn() throws IOException {
        if (connection.hasInput()) {
            watched = false;
            deadline.clear();
            key.interestOps(0);
            queue.put(socket);
        } else {
            watch();
        }
    }

    private void onLate() {
        try {
            if (watched && unsent.isEmpty() && !socket.hasUnread()) {
                connection.noMoreInput();
            } else if (watched && !unsent.isEmpty()) {
                socket.reset(channel);
                connection.end();
            }
        } catch (IOException e) {
            connection.end();      // the client has left
        }
    }

    @Override
    public void endIfIdle() {
        poller.execute(() -> {
            if (watched && !hasRequest()) {
                connection.end();
            }
        });
    }

    @Override
    public void stopWaiting() {
        poller.execute(() -> {
            if (watched) {
                refuseOrEnd();
            }
        });
    }

    private void refuseOrEnd() {
        try {
            if (!hasRequest()) {
                connection.end();
            } else if (unsent.isEmpty()) {
                connection.refuse(Refusals.stopping());
            }
        } catch (IOException e) {
            connection.end();      // the client has left
        }
    }

    private boolean hasRequest() {
        return !unsent.isEmpty() || connection.isWithinRequest() || socket.hasUnread();
    }

    @Override
    public void failed(Throwable failure) {
        socket.fail(failure);
    }

    @Override
    public void endAfter(int status, boolean unparsed) {
        watched = false;
        socket.endAfter(status, unparsed, unsent.bytes(), poller, settings);
    }

    /** The poller closes a registered channel: otherwise, the descriptor would stay open until its next select. */
    @Override
    public void end() {
        watched = false;
        if (key == null || poller.isCurrent()) {
            socket.close();
        } else {
            poller.execute(socket::close);
        }
    }
}
