package serviceone.status;

import module java.base;
import common.json.JsonObject;
import serviceone.meter.Lives;

/** A sample of the requests that have ended. The service records requests only while somebody polls. */
record LivesJson(WatchedService service) {
    /** More than a page shows at once. */
    static final int MOST = 40;

    /**
     * A sample of those that ended since then, and before now: the next question with this answer's {@code until}
     * misses none, and gets none twice. Requests are sampled at their ends, because among the latest to begin, the
     * slow ones have not ended.
     *
     * @param after an earlier answer's {@code until}
     */
    JsonObject json(long after) {
        Lives lives = service.meter().lives();
        long began = lives.watch();
        long until = lives.now();
        List<Lives.Life> ended = lives.changedAfter(after).stream().filter(life -> life.ended() < until)
                .sorted(Comparator.comparingLong(Lives.Life::ended)).toList();
        return virtualThreads().put("now", System.currentTimeMillis())
                .put("since", since(Math.max(after, began), ended, until)).put("until", until)
                .put("ended", ended.size()).put("inFlight", service.meter().inFlight())
                .put("lives", sample(ended, new SplittableRandom(until)));
    }

    /** Since when all are known. */
    private static long since(long asked, List<Lives.Life> ended, long until) {
        boolean isFull = ended.size() >= Lives.MOST_ENDED;
        return Math.max(isFull ? ended.getFirst().ended() : asked, until - Lives.KEPT_MICROS);
    }

    /** One by chance from each of equal parts: with a fixed step, a load's rhythm would decide which kind is seen. */
    static <T> List<T> sample(List<T> all, RandomGenerator random) {
        int parts = Math.min(MOST, all.size());
        return IntStream.range(0, parts).mapToObj(i ->
                all.get(random.nextInt(i * all.size() / parts, (i + 1) * all.size() / parts))).toList();
    }

    /**
     * The JDK does not count parked virtual threads. So they are all threads except the mounted and the runnable ones,
     * among which are virtual threads of the JDK.
     */
    private JsonObject virtualThreads() {
        double known = service.mode().isOnVirtualThreads() ? 1 : Double.NaN;
        double mounted = known * Jvm.SCHEDULER.getMountedVirtualThreadCount();
        double runnable = known * Jvm.SCHEDULER.getQueuedVirtualThreadCount();
        return new JsonObject().put("cores", Jvm.SYSTEM.getAvailableProcessors()).put("mounted", mounted)
                .put("runnable", runnable)
                .put("parked", Math.max(0, service.virtualThreads() - mounted - runnable));
    }
}
