package serviceone.status;

import module java.base;
import common.figures.Lanes.Kind;
import common.figures.Lanes.Slice;
import common.figures.Lanes;
import common.mode.Mode;
import serviceone.meter.Lives;

/** Who had which operating-system thread, when: a lane for each thread that serves requests. */
final class LanesJson {
    /** How many of a pool's threads are reported: the others look alike. */
    private static final int MOST_LANES = 16;
    private static final int MOST_SLICES = 20_000;      // in one answer; the earliest are left out

    private final WatchedService service;
    private final String prefix;
    private final Set<String> first = new HashSet<>();

    LanesJson(WatchedService service) {
        this.service = service;
        prefix = service.mode().serving().prefix();
        for (int i = 1; i <= MOST_LANES; i++) {
            first.add(prefix + i);
        }
    }

    /**
     * One answer at a time, because it takes megabytes while it is built.
     *
     * @param after an earlier answer's {@code now}; what ended before is not reported again
     */
    synchronized Lanes lanes(long after) {
        Lives lives = service.meter().lives();
        long began = lives.watch();
        long now = lives.now();
        List<Slice> slices = new ArrayList<>();
        lives.changedAfter(after).forEach(life -> add(life, after, slices));
        slices.sort(Comparator.comparingLong(Slice::to));
        int left = Math.max(0, slices.size() - MOST_SLICES);
        List<Slice> latest = slices.subList(left, slices.size());
        long since = left == 0 ? Math.max(after, began) : latest.getFirst().to();
        Mode mode = service.mode();
        return new Lanes(now, since, mode.label(), mode.serving().plural(), prefix, service.threadsTotal(),
                service.occupancy().busyThreads(), mode.isOnVirtualThreads(), mode.isBoundedByThreads(),
                service.occupancy().queued(), service.meter().inFlight(), List.of(), List.of(), List.of(), List.of())
                .with(since, latest);
    }

    private void add(Lives.Life life, long after, List<Slice> slices) {
        Kind running = new Kind(life.path(), false);
        Slice before = null;
        for (Lives.Part part : life.parts()) {
            long from = life.begun() + Math.round(1_000 * part.from());
            long to = life.begun() + Math.round(1_000 * part.to());
            boolean isOpen = life.goesOn() && part == life.parts().getLast();
            boolean isLeftOut = service.mode().isBoundedByThreads() && part.thread().startsWith(prefix)
                    && !first.contains(part.thread());
            if (part.thread().isEmpty() || to < after || isLeftOut) {
                before = null;
                continue;
            }
            Kind kind = part.runs() ? running : new Kind(part.name(), true);
            if (before != null && !isOpen && before.kind() == kind && before.lane().equals(part.thread())) {
                slices.removeLast();      // the same stay on the thread
                from = before.from();
            }
            before = new Slice(life.id(), part.thread(), kind, from, to, isOpen);
            slices.add(before);
        }
    }
}
