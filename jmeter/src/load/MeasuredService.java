package load;

import common.io.HostPort;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import load.Stats.One.Law;

/**
 * The service one that a run measures, as it described itself before the load.
 *
 * @param stats the URL at which it answers /stats during the load
 */
public record MeasuredService(HostPort address, Stats.One described, URI stats) {
    private static final int TIMEOUT_MILLIS = 5_000;      // on a busy machine, an answer took over two seconds

    /** Empty if another program answers there, or nothing answers in time. */
    public static Optional<MeasuredService> at(HostPort address) {
        try {
            URI own = Stats.at(address);
            Stats.One said = Stats.ofServiceOne(own, TIMEOUT_MILLIS);
            String page = said.service().page();
            // The status page has its own listener, so it answers even when a pool has no free thread.
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
     * Asks service one during a load how long its requests have to wait. A virtual thread asks every two seconds,
     * because service one knows that only for its last ten seconds.
     */
    static final class WaitReader implements AutoCloseable {
        static final int PERIOD_MILLIS = 2_000;
        /** After this time, service one's last ten seconds contain nothing of an earlier load. */
        static final int WINDOW_MILLIS = 11_000;
        /** A pool answers on its own port only once it has a free thread. */
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
                law = isUseful(said) ? said : law == null ? Law.UNKNOWN : law;
            } catch (IOException e) {
                return;      // too busy, or gone; the next attempt may succeed
            }
        }

        /**
         * False if the answer has no wait, may include an earlier load, or counts only the reader's own requests, which
         * may go to the service's own port.
         */
        private boolean isUseful(Law said) {
            boolean ofThisLoad = Double.isNaN(service.described.law().waitSeconds())
                    || System.nanoTime() - begun > windowMillis * 1_000_000L;
            boolean ofReaderOnly = said.waitSeconds() == 0 && service.stats.getPort() == service.address.port();
            return ofThisLoad && !Double.isNaN(said.waitSeconds())
                    && (!ofReaderOnly || law == null || Double.isNaN(law.waitSeconds()));
        }

        /** Service one's latest answer about this load; null before the first one. */
        Law law() {
            return law;
        }

        /** The reader's thread ends soon afterwards. */
        @Override
        public void close() {
            thread.interrupt();
        }
    }
}
