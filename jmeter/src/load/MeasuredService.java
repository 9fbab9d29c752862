package load;

import common.io.HostPort;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import load.Stats.One.Law;

/**
 * The service one that a run measures, as it described itself before the load.
 *
 * @param stats where it answers /stats while the load goes on
 */
public record MeasuredService(HostPort address, Stats.One described, URI stats) {
    private static final int TIMEOUT_MILLIS = 5_000;      // a machine that is busy needed more than two seconds

    /** Empty where something else answers there, or nothing in time. */
    public static Optional<MeasuredService> at(HostPort address) {
        try {
            URI own = Stats.at(address);
            Stats.One said = Stats.ofServiceOne(own, TIMEOUT_MILLIS);
            String page = said.service().page();
            // The status page has a listener of its own, so that it also answers when no thread of a pool is free.
            boolean asksPage = page != null && page.startsWith("http://") && address.isOfThisMachine();
            return Optional.of(new MeasuredService(address, said, asksPage ? URI.create(page).resolve("/stats") : own));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        Stats.One.Service said = described.service();
        return "service one: " + said.mode() + ", " + address + ", pid " + said.pid()
                + (said.page() == null ? "" : "; status page " + said.page());
    }

    /**
     * Asks it, while a load goes on, what its requests have to wait; it only knows that of the last ten seconds. A
     * virtual thread of its own asks every two seconds.
     */
    static final class WaitReader implements AutoCloseable {
        static final int PERIOD_MILLIS = 2_000;
        /** After so long, what service one knows of the last ten seconds holds nothing of a load before this one. */
        static final int WINDOW_MILLIS = 11_000;
        /** A pool answers on its own port when it has a thread free. */
        private static final int PATIENCE_MILLIS = 10_000;

        private final MeasuredService service;
        private final int periodMillis;
        private final int windowMillis;
        private final Thread thread;
        private final long begun = System.nanoTime();
        private volatile Law law;

        WaitReader(MeasuredService service, int periodMillis, int windowMillis) {
            this.service = service;
            this.periodMillis = periodMillis;
            this.windowMillis = windowMillis;
            this.thread = Thread.ofVirtual().name("wait reader").start(this::run);
        }

        private void run() {
            try {
                while (true) {
                    Thread.sleep(periodMillis);
                    ask();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();      // closed
            }
        }

        private void ask() {
            try {
                Law said = Stats.ofServiceOne(service.stats, PATIENCE_MILLIS).law();
                law = tells(said) ? said : law == null ? Law.UNKNOWN : law;
            } catch (IOException e) {
                return;      // too busy, or gone; the next time, perhaps
            }
        }

        /** Before and after a load no wait is known, or only that of these questions, where they go to its own port. */
        private boolean tells(Law said) {
            boolean ofThisLoad = Double.isNaN(service.described.law().waitSeconds())
                    || System.nanoTime() - begun > windowMillis * 1_000_000L;
            boolean ofQuestions = said.waitSeconds() == 0 && service.stats.getPort() == service.address.port();
            return ofThisLoad && !Double.isNaN(said.waitSeconds())
                    && (!ofQuestions || law == null || Double.isNaN(law.waitSeconds()));
        }

        /** What it has said last of this load; null where it has not answered yet. */
        Law law() {
            return law;
        }

        /** Its thread ends soon after. */
        @Override
        public void close() {
            thread.interrupt();
        }
    }
}
