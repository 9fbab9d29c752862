package serviceone.server;

import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import serviceone.http.Response;
import serviceone.io.EventLoop;
import serviceone.io.Quietly;

/**
 * What clients are told that come too many or too late. Answers 503 to connections for which there is no room, on an
 * event loop, whatever the mode: a refusal must wait neither for the threads that are busy nor for carriers that
 * compute. Beyond {@link #MOST_AT_ONCE} refusals in progress, a connection is closed without a reply. The acceptor's
 * thread refuses those that come, the stopping one those that are left; {@link #late} any thread may ask for.
 */
final class Refusals {
    private static final int MOST_AT_ONCE = 256;
    private static final int RETRY_AFTER_SECONDS = 1;

    private final Admission inProgress = new Admission(MOST_AT_ONCE);
    private final EventLoop loop;
    private final long writeMillis;

    Refusals(EventLoop loop, long writeMillis) {
        this.loop = loop;
        this.writeMillis = writeMillis;
    }

    /** For a client whose request did not come whole in time. */
    static Response late() {
        return Response.error(408, "the request took too long to come");
    }

    void refuse(SocketChannel channel) {
        if (inProgress.hasRoom()) {
            inProgress.admit(channel, socket -> answer(socket, "too many connections"));
        } else {
            Quietly.close(channel);
        }
    }

    /** Refuses one that had been let in, and for which there is no time any more; closes it when it has its answer. */
    void refuse(AdmittedSocket socket) {
        socket.endsAs(Ending.REFUSED);
        answer(socket, "the service is being stopped");
    }

    /** Waits until those who came too many have got their answers, at most so long, and ends what is left. */
    void stop(long millis) throws InterruptedException {
        inProgress.drain();
        inProgress.awaitEmpty(millis);
        inProgress.closeAll();
    }

    private void answer(AdmittedSocket socket, String reason) {
        byte[] answer = Response.error(503, reason)
                .withField("Retry-After", String.valueOf(RETRY_AFTER_SECONDS)).encodeLast();
        Lingering.begin(loop, socket, ByteBuffer.wrap(answer), writeMillis);
    }
}
