package serviceone.server;

import common.http.Response;
import common.io.EventLoop;
import common.io.Quietly;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import serviceone.meter.ConnectionMeter;

/**
 * What clients are told that come too many or too late. Answers 503 to connections for which there is no room, on an
 * event loop, whatever the mode: a refusal must wait neither for the threads that are busy nor for carriers that
 * compute. Beyond {@link #MOST_AT_ONCE} refusals in progress, a connection is closed without a reply.
 */
public final class Refusals {
    public static final int UNAVAILABLE = 503;
    private static final int MOST_AT_ONCE = 256;

    private final OpenConnections inProgress = new OpenConnections(MOST_AT_ONCE);
    private final EventLoop loop;
    private final Settings settings;
    private final AtomicLong atOnce = new AtomicLong();

    public Refusals(EventLoop loop, Settings settings) {
        this.loop = loop;
        this.settings = settings;
    }

    /** For a client whose request did not come whole in time. */
    public static Response late() {
        return Response.error(408, "the request took too long to come");
    }

    /** For a client whose request there is no time to answer any more. */
    public static Response stopping() {
        return unavailable("the service is being stopped");
    }

    /** For a client that may ask again in a second. */
    public static Response unavailable(String reason) {
        return Response.error(UNAVAILABLE, reason).withField("Retry-After", "1");
    }

    /** How many there was no room for, and have been told so. */
    long told() {
        return atOnce.get() - inProgress.size();
    }

    /** Refuses one for which there is no room. */
    void refuse(SocketChannel channel, ConnectionMeter meter) {
        atOnce.incrementAndGet();
        if (inProgress.hasRoom()) {
            inProgress.admit(channel, meter, socket -> answer(socket, unavailable("too many connections")));
        } else {
            Quietly.close(channel);
        }
    }

    /** Refuses one that has waited too long in the queue. */
    public void refuseTooOld(ClientSocket socket) {
        refuse(socket, unavailable("no thread came free in time"));
    }

    /** Refuses one that was in the queue; closes it when it has its answer. */
    void refuse(ClientSocket socket, Response refusal) {
        socket.meter().refusedInQueue(refusal.status());
        socket.endsAs(ClientSocket.Ending.REFUSED);
        answer(socket, refusal);
    }

    /** Waits until those who came too many have got their answers, at most so long, and ends what is left. */
    void stop(long millis) throws InterruptedException {
        inProgress.shutDown();
        inProgress.awaitEmpty(millis);
        inProgress.closeAll();
    }

    private void answer(ClientSocket socket, Response refusal) {
        Lingering.begin(loop, socket, ByteBuffer.wrap(refusal.encodeLast()), settings);
    }
}
