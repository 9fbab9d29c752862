package serviceone.server;

import module java.base;
import common.http.Response;
import common.io.EventLoop;
import common.io.Quietly;
import serviceone.meter.ConnectionMeter;

/**
 * Answers clients for whom there is no room or no time. An event loop sends the answers. If {@link #MOST_IN_PROGRESS}
 * answers are on their way, the next connection is closed without an answer.
 */
public final class Refusals {
    private static final int MOST_IN_PROGRESS = 256;

    private final OpenConnections inProgress;
    private final EventLoop loop;
    private final Settings settings;
    private final AtomicLong refused = new AtomicLong();

    public Refusals(EventLoop loop, Settings settings) {
        this.loop = loop;
        this.settings = settings;
        inProgress = new OpenConnections(MOST_IN_PROGRESS, settings.clock()::nanoTime);
    }

    public static Response stopping() {
        return unavailable("the service is stopping");
    }

    public static Response unavailable(String reason) {
        return Response.error(503, reason).withField("Retry-After", "1");
    }

    /** Leaves out refusals in progress. */
    long refusedByAcceptor() {
        return refused.get() - inProgress.size();
    }

    void refuse(SocketChannel channel, ConnectionMeter meter) {
        refused.incrementAndGet();
        if (inProgress.hasRoom()) {
            inProgress.admit(channel, meter, socket -> answer(socket, unavailable("too many connections")));
        } else {
            Quietly.close(channel);
        }
    }

    public void refuseTooOld(ClientSocket socket) {
        refuse(socket, unavailable("no thread became free in time"));
    }

    void refuse(ClientSocket socket, Response refusal) {
        socket.meter().refusedInQueue(refusal.status());
        answer(socket, refusal);
    }

    void stop(long millis) throws InterruptedException {
        inProgress.shutDown();
        inProgress.awaitEmpty(millis);
        inProgress.closeAll();
    }

    private void answer(ClientSocket socket, Response refusal) {
        socket.endAfter(refusal.status(), true, ByteBuffer.wrap(refusal.encodeLast()), loop, settings);
    }
}
