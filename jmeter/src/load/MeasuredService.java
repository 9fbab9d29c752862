package load;

import module java.base;
import common.figures.Figures.Law;
import common.figures.Figures;
import common.io.HostPort;

/**
 * An instance of service one, measured by a run.
 *
 * @param described service one's report before the load
 */
public record MeasuredService(HostPort address, Figures described, URI stats) {
    private static final int TIMEOUT_MILLIS = 5_000;      // a busy machine can take over two seconds

    public static Optional<MeasuredService> at(HostPort address) {
        try {
            URI onOwnPort = Stats.at(address);
            Figures report = Stats.ofServiceOne(onOwnPort, TIMEOUT_MILLIS);
            String page = report.service().page();
            // The status page's own listener answers even when a pool has no free thread.
            boolean usesPage = page != null && page.startsWith("http://") && address.isOfThisMachine();
            return Optional.of(new MeasuredService(address, report,
                    usesPage ? URI.create(page).resolve("/stats") : onOwnPort));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Empty if they are unknown: on another machine, or another user's. */
    public List<ProcessHandle> processes() {
        return ProcessHandle.of(described.service().pid()).filter(_ -> address.isOfThisMachine())
                .filter(process -> process.info().commandLine().orElse("").contains("serviceone.")).stream().toList();
    }

    @Override
    public String toString() {
        Figures.Service service = described.service();
        return "service one: " + service.mode() + ", " + address + ", pid " + service.pid()
                + (service.page() == null ? "" : "; status page " + service.page());
    }

    /**
     * Asks service one during a load how long requests wait. A virtual thread asks every two seconds, because each
     * report covers only the last ten.
     */
    public static final class WaitReader implements AutoCloseable {
        private static final int PERIOD_MILLIS = 2_000;
        /** A report covers the last ten seconds. This long after the load's start, it contains no earlier load. */
        private static final int WINDOW_MILLIS = 11_000;
        /** A pool answers on its own port only when it has a free thread. */
        private static final int PATIENCE_MILLIS = 10_000;

        private final MeasuredService service;
        private final int windowMillis;
        private final ScheduledExecutorService reader =
                Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().name("wait reader").factory());
        private final long begun = System.nanoTime();
        private volatile Law law;

        public WaitReader(MeasuredService service) {
            this(service, PERIOD_MILLIS, WINDOW_MILLIS);
        }

        WaitReader(MeasuredService service, int periodMillis, int windowMillis) {
            this.service = service;
            this.windowMillis = windowMillis;
            reader.scheduleWithFixedDelay(this::ask, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
        }

        private void ask() {
            try {
                Law latest = Stats.ofServiceOne(service.stats, PATIENCE_MILLIS).law();
                if (isUseful(latest)) {
                    law = latest;
                } else if (law == null) {
                    law = Law.UNKNOWN;
                }
            } catch (IOException e) {
                return;      // service one is too busy, or has ended
            }
        }

        /**
         * At first, an answer may describe an earlier load. At the service's own port, an answer may describe only
         * this reader's requests, which wait 0 s.
         */
        private boolean isUseful(Law latest) {
            boolean ofThisLoad = Double.isNaN(service.described.law().waitSeconds())
                    || System.nanoTime() - begun > windowMillis * 1_000_000L;
            boolean mayBeOfReaderOnly = latest.waitSeconds() == 0 && service.stats.getPort() == service.address.port();
            return ofThisLoad && !Double.isNaN(latest.waitSeconds())
                    && (!mayBeOfReaderOnly || law == null || Double.isNaN(law.waitSeconds()));
        }

        /** Null before the first answer. */
        public Law law() {
            return law;
        }

        @Override
        public void close() {
            reader.shutdownNow();
        }
    }
}
