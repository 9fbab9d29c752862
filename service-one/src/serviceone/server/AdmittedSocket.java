package serviceone.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;
import serviceone.calls.Requester;
import serviceone.io.Quietly;

/**
 * A client's socket that counts against a limit: let in to be served, or to be told 503. Its membership in
 * {@link Admission} is its permit, which {@link #close} gives back: exactly once, by whichever thread closes it first.
 * One owner at a time uses it: the queue, then the connection that is made of it, then perhaps {@link Lingering}.
 */
final class AdmittedSocket implements Closeable, Requester {
    // states: OPEN -> CLOSED; how it ends is what was said of it first, by whichever thread
    private static final long NEW_NANOS = 1_000_000_000;

    private final SocketChannel channel;
    private final Admission admission;
    private final long since = System.nanoTime();
    private final AtomicReference<Ending> ending = new AtomicReference<>(Ending.IDLE);

    AdmittedSocket(SocketChannel channel, Admission admission) {
        this.channel = channel;
        this.admission = admission;
    }

    SocketChannel channel() {
        return channel;
    }

    /** Whether the server is being stopped, so that no connection is to be kept alive. */
    boolean isDraining() {
        return admission.isDraining();
    }

    /** Whether it was let in less than a second ago: then its first request may still be on its way. */
    boolean isNew() {
        return System.nanoTime() - since < NEW_NANOS;
    }

    /** Says how it ends, before it is closed. */
    void endsAs(Ending ending) {
        this.ending.compareAndSet(Ending.IDLE, ending);
    }

    Ending ending() {
        return ending.get();
    }

    /** Whether bytes have come that nobody has read. */
    boolean hasUnread() throws IOException {
        return channel.socket().getInputStream().available() > 0;
    }

    /** Whether it was closed: an event loop does so when its selector tells of a reset; {@link ResetCheck} looks. */
    @Override
    public boolean hasLeft() {
        return !channel.isOpen();
    }

    /** Closes it, from any thread and whatever is being done with it; gives its permit back. */
    @Override
    public void close() {
        Quietly.close(channel);
        admission.leave(this);
    }
}
