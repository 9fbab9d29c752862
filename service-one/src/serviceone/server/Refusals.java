package serviceone.server;

import common.http.Response;
import common.io.EventLoop;
import common.io.Quietly;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import serviceone.meter.ConnectionMeter;

/**
 * Answers clients for whom there is no room or no time. In all modes, an event loop sends the answer: a refusal must
 * not wait for busy threads or carriers. If {@link #MOST_IN_PROGRESS} refusals are in progress, the next
 * connection is closed without an answer.
 */
public final class Refusals {
    public static final int UNAVAILABLE = 503;
    private static final int MOST_IN_PROGRESS = 256;

    private final OpenConnections inProgress = new OpenConnections(MOST_IN_PROGRESS);
    private final EventLoop loop;
    private final Settings settings;
    private final AtomicLong refused = new AtomicLong();

    public Refusals(EventLoop loop, Settings settings) {
        this.loop = loop;
        this.settings = settings;
    }

    /** For a request that did not arrive in time. */
    public static Response late() {
        return Response.error(408, "the request took too long to arrive");
    }

    /** For a request that the service has no time left to answer. */
    public static Response stopping() {
        return unavailable("the service is stopping");
    }

    /** For a client that may try again in a second. */
    public static Response unavailable(String reason) {
        return Response.error(UNAVAILABLE, reason).withField("Retry-After", "1");
    }

    /** How many connections the acceptor refused, except those that still wait for their answers. */
    long refusedByAcceptor() {
        return refused.get() - inProgress.size();
    }

    /** Refuses a connection that finds no room. */
    void refuse(SocketChannel channel, ConnectionMeter meter) {
        refused.incrementAndGet();
        if (inProgress.hasRoom()) {
            inProgress.admit(channel, meter, socket -> answer(socket, unavailable("too many connections")));
        } else {
            Quietly.close(channel);
        }
    }

    /** Refuses a socket that has waited too long in the queue. */
    public void refuseTooOld(ClientSocket socket) {
        refuse(socket, unavailable("no thread became free in time"));
    }

    /** Refuses a socket from the queue; closes it once it has its answer. */
    void refuse(ClientSocket socket, Response refusal) {
        socket.meter().refusedInQueue(refusal.status());
        socket.endsAs(ClientSocket.Ending.REFUSED);
        answer(socket, refusal);
    }

    /** Waits at most this long for refused clients to get their answers, and ends the rest. */
    void stop(long millis) throws InterruptedException {
        inProgress.shutDown();
        inProgress.awaitEmpty(millis);
        inProgress.closeAll();
    }

    private void answer(ClientSocket socket, Response refusal) {
        Lingering.begin(loop, socket, ByteBuffer.wrap(refusal.encodeLast()), settings);
    }
}
