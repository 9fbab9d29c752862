package serviceone.server;

import java.io.IOException;
import java.time.Duration;

/**
 * Stops the service in the order in which nothing that is in flight is lost: it takes what is in the kernel's backlog
 * and stops accepting; ends idle connections; lets what is in flight or in the queue be answered with
 * {@code Connection: close} for as long as the settings say; refuses what is still unanswered; cuts off the rest. It
 * counts every connection once. Run by the thread that stops the service.
 */
public final class GracefulShutdown {
    /**
     * What became of the connections that were open when the service was stopped, or were in the kernel's backlog: their
     * last request was answered; some of these got a 502 or 504, as service two failed; they were refused with a 503, as
     * there was no thread, no room or no time for them; they were cut off in the middle of a request or an answer, when
     * the time for it was over; or they were idle, as they asked for nothing.
     *
     * @param failed of the answered ones, those that got a 502 or 504
     */
    public record Drained(long answered, long failed, long refused, long cutOff, long idle, long millis) {
    }

    /** How often it looks for connections that have become idle, or have come back into the queue. */
    private static final long LOOK_MILLIS = 100;
    /** For those that are refused at the end to take their answer. */
    private static final long REFUSAL_MILLIS = Lingering.LINGER_MILLIS + 1_000;

    private final Listener listener;
    private final Thread acceptor;
    private final Admission admission;
    private final SocketQueue queue;
    private final Drain drain;
    private final Refusals refusals;
    private final long drainMillis;

    public GracefulShutdown(Listener listener, Thread acceptor, Admission admission, SocketQueue queue, Drain drain,
            Refusals refusals, long drainMillis) {
        this.listener = listener;
        this.acceptor = acceptor;
        this.admission = admission;
        this.queue = queue;
        this.drain = drain;
        this.refusals = refusals;
        this.drainMillis = drainMillis;
    }

    /** Waits for all that: for {@code drainMillis} at most, and some seconds more for the refusals. */
    public Drained stop() throws IOException, InterruptedException {
        long start = System.nanoTime();
        long refusedBefore = refusals.atOnce() - refusals.inProgress();
        admission.drain();
        listener.stop();
        answerWhatIsInFlight(start + drainMillis * 1_000_000L);
        stopAccepting();
        drain.stop();
        refuseWhatIsUnanswered();
        admission.cutOff();
        refusals.stop(REFUSAL_MILLIS);
        admission.closeAll();
        drain.close();
        return drained(refusals.atOnce() - refusedBefore, (System.nanoTime() - start) / 1_000_000);
    }

    /** Until no connection is open, at the latest until {@code end}, a {@link System#nanoTime}. */
    private void answerWhatIsInFlight(long end) throws InterruptedException {
        long left = end - System.nanoTime();
        while (left > 0 && (acceptor.isAlive() || admission.size() > 0)) {
            admission.forEach(ClientSocket::endIfIdle);
            long look = Math.clamp(left / 1_000_000, 1, LOOK_MILLIS);
            if (acceptor.join(Duration.ofMillis(look))) {
                admission.awaitEmpty(look);
            }
            left = end - System.nanoTime();
        }
    }

    /** On a machine so loaded that the backlog is not empty yet, closing would reset who waits in it. */
    private void stopAccepting() throws IOException, InterruptedException {
        acceptor.join(Duration.ofMillis(REFUSAL_MILLIS));
        listener.close();
        acceptor.interrupt();
        acceptor.join();
    }

    /** What waited without a thread comes back into the queue meanwhile. */
    private void refuseWhatIsUnanswered() throws InterruptedException {
        for (long left = REFUSAL_MILLIS; left > 0 && admission.size() > 0; left -= LOOK_MILLIS) {
            for (ClientSocket socket = queue.poll(); socket != null; socket = queue.poll()) {
                refusals.refuse(socket, Refusals.stopping());
            }
            admission.awaitEmpty(LOOK_MILLIS);
        }
    }

    private Drained drained(long refusedAtOnce, long millis) {
        long failed = admission.count(Ending.FAILED);
        return new Drained(admission.count(Ending.ANSWERED) + failed, failed,
                admission.count(Ending.REFUSED) + refusedAtOnce, admission.count(Ending.CUT_OFF),
                admission.count(Ending.IDLE), millis);
    }
}
