package serviceone.server;

import module java.base;
import common.commandline.Tool.ExitCode;
import serviceone.server.ClientSocket.Ending;

/**
 * Stops the service: accepts the backlog, waits for the requests in flight, and refuses or cuts off the rest.
 */
public record GracefulShutdown(Acceptor acceptor, Thread accepting, OpenConnections connections, SocketQueue queue,
        Drain drain, Refusals refusals, Settings settings) {
    /** How the connections ended. {@code answered} includes {@code failed} (502 or 504). */
    public record Summary(long answered, long failed, long refused, long cutOff, long idle, long millis) {
        String words(long answeredSinceStart) {
            String failures = String.format(Locale.ROOT, " (%,d of them with 502 or 504)", failed);
            return String.format(Locale.ROOT, "service one stopped in %,d ms; open connections: %,d answered%s, "
                    + "%,d refused (503), %,d cut off, %,d idle; requests answered since the start: %,d",
                    millis, answered, failed == 0 ? "" : failures, refused, cutOff, idle, answeredSinceStart);
        }
    }

    private static final long POLL_MILLIS = 100;
    private static final String RECORDER_HOOK = "JFR Shutdown Hook";
    private static final long RECORDER_MILLIS = 10_000;

    /** After a graceful stop, the JVM exits with 0 instead of 143. */
    public static void onSigterm(Callable<Summary> stop, LongSupplier answered) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndHalt(stop, answered), "stop"));
    }

    private static void stopAndHalt(Callable<Summary> stop, LongSupplier answered) {
        ExitCode code = ExitCode.FAILED;
        try {
            System.out.println(stop.call().words(answered.getAsLong()));
            awaitRecordings();
            code = ExitCode.OK;
        } catch (Throwable e) {
            System.err.println("service one: stopped, but not gracefully: " + e);
        } finally {
            System.out.flush();
            Runtime.getRuntime().halt(code.code());
        }
    }

    /** A halt would cut off JFR's own shutdown hook, which writes recordings. */
    private static void awaitRecordings() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals(RECORDER_HOOK)) {
                thread.join(RECORDER_MILLIS);
            }
        }
    }

    /** Takes at most a few seconds longer than {@code shutdownMillis}. */
    public Summary stop() throws IOException, InterruptedException {
        long start = settings.clock().nanoTime();
        long refusedBefore = refusals.refusedByAcceptor();
        connections.shutDown();
        acceptor.stop();
        answerWhatIsInFlight(start + settings.shutdownMillis() * 1_000_000L);
        stopAccepting();
        connections.refuseAll();
        refuseWhatIsQueued();
        queue.close();
        drain.stop();
        connections.cutOff();
        refusals.stop(refusalMillis());
        connections.closeAll();
        drain.close();
        return summary(refusals.refusedByAcceptor() - refusedBefore, (settings.clock().nanoTime() - start) / 1_000_000);
    }

    private long refusalMillis() {
        return 2L * settings.graceMillis();
    }

    private void answerWhatIsInFlight(long end) throws InterruptedException {
        long left = end - settings.clock().nanoTime();
        while (left > 0 && (accepting.isAlive() || connections.size() > 0)) {
            long acceptedBefore = end - left - settings.graceMillis() * 1_000_000L;
            connections.forEach(each -> each.endIfIdle(acceptedBefore));
            long pause = Math.clamp(left / 1_000_000, 1, POLL_MILLIS);
            if (accepting.join(Duration.ofMillis(pause))) {
                connections.awaitEmpty(pause);
            }
            left = end - settings.clock().nanoTime();
        }
    }

    /** First waits until the backlog is empty, because closing the listener resets the connections in it. */
    private void stopAccepting() throws IOException, InterruptedException {
        accepting.join(Duration.ofMillis(refusalMillis()));
        acceptor.close();
        accepting.interrupt();
        accepting.join();
    }

    /** A connection may still come back into the queue. */
    private void refuseWhatIsQueued() throws InterruptedException {
        for (long left = refusalMillis(); left > 0 && connections.size() > 0; left -= POLL_MILLIS) {
            for (ClientSocket socket = queue.takeUnserved(); socket != null; socket = queue.takeUnserved()) {
                refuse(socket);
            }
            connections.awaitEmpty(POLL_MILLIS);
        }
    }

    private void refuse(ClientSocket socket) {
        if (socket.isTaken() || socket.hasUnread()) {
            refusals.refuse(socket, Refusals.stopping());
        } else {
            socket.close();      // it has sent no request
        }
    }

    private Summary summary(long refusedByAcceptor, long millis) {
        long failed = connections.count(Ending.FAILED);
        return new Summary(connections.count(Ending.ANSWERED) + failed, failed,
                connections.count(Ending.REFUSED) + refusedByAcceptor, connections.count(Ending.CUT_OFF),
                connections.count(Ending.IDLE), millis);
    }
}
