package serviceone.status;

import module java.base;
import common.json.JsonObject;
import common.json.Numbering;
import serviceone.meter.Lives.Life;
import serviceone.meter.Lives.Part;
import serviceone.meter.Lives;

/** Who had which operating-system thread, when: a lane for each thread that serves requests. */
final class LanesJson {
    /** How many of a pool's threads are reported: the others look alike. */
    private static final int MOST_LANES = 16;
    private static final int MOST_SLICES = 20_000;      // in one answer; the earliest are left out

    /** What a request did with its thread: it ran, and has its path as a name here, or it waited for this. */
    public record Kind(String name, boolean waits) {
    }

    /** Times are microseconds since the service's start. */
    private record Slice(long request, String lane, Kind kind, long from, long to, boolean open) {
    }

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
    synchronized JsonObject json(long after) {
        Lives lives = service.meter().lives();
        long began = lives.watch();
        long now = lives.now();
        List<Slice> slices = new ArrayList<>();
        lives.changedAfter(after).forEach(life -> add(life, after, slices));
        slices.sort(Comparator.comparingLong(Slice::to));
        int left = Math.max(0, slices.size() - MOST_SLICES);
        List<Slice> latest = slices.subList(left, slices.size());
        long since = left == 0 ? Math.max(after, began) : latest.getFirst().to;
        Numbering<String> lanes = new Numbering<>();
        Numbering<Kind> kinds = new Numbering<>();
        List<Long> closed = numbers(latest, false, lanes, kinds);
        List<Long> open = numbers(latest, true, lanes, kinds);
        return new JsonObject().put("now", now).put("since", since).put("mode", service.mode().label())
                .put("threadsAre", service.mode().serving().plural()).put("prefix", prefix)
                .put("threads", service.threadsTotal()).put("busy", service.occupancy().busyThreads())
                .put("virtual", service.mode().isOnVirtualThreads())
                .put("bounded", service.mode().isBoundedByThreads()).put("queued", service.occupancy().queued())
                .put("inFlight", service.meter().inFlight()).put("lanes", lanes.values())
                .put("kinds", kinds.values()).put("slices", closed).put("open", open);
    }

    /** For each slice: its request, the indices of its lane and kind, its beginning and length. */
    private static List<Long> numbers(List<Slice> slices, boolean open, Numbering<String> lanes,
            Numbering<Kind> kinds) {
        return slices.stream().filter(slice -> slice.open == open).flatMap(slice -> Stream.of(slice.request,
                lanes.of(slice.lane), kinds.of(slice.kind), slice.from, slice.to - slice.from)).toList();
    }

    private void add(Life life, long after, List<Slice> slices) {
        Kind running = new Kind(life.path(), false);
        Slice before = null;
        for (Part part : life.parts()) {
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
            if (before != null && !isOpen && before.kind == kind && before.lane.equals(part.thread())) {
                slices.removeLast();      // the same stay on the thread
                from = before.from;
            }
            before = new Slice(life.id(), part.thread(), kind, from, to, isOpen);
            slices.add(before);
        }
    }
}
