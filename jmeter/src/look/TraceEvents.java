package look;

import module java.base;
import common.figures.Lanes.Slice;
import common.json.JsonObject;

/**
 * Writes lanes as trace events, in the JSON format that Perfetto and chrome://tracing read. A request's stay on a
 * thread is an event that contains its waits on this thread. Arrows (flow events) connect the stays of a request.
 */
record TraceEvents(long process, String name) {
    /** Slices without a gap, of one request on one thread. */
    private record Stay(List<Slice> slices) {
        long request() {
            return slices.getFirst().request();
        }

        long from() {
            return slices.getFirst().from();
        }

        long to() {
            return slices.getLast().to();
        }
    }

    private record Start(int thread, long at) {
    }

    String of(List<Slice> slices) {
        List<JsonObject> events = new ArrayList<>();
        events.add(metadata("process_name", 0, "name", name));
        Map<Long, List<Start>> starts = new TreeMap<>();      // by request
        SortedMap<String, List<Slice>> lanes = slices.stream()
                .sorted(Comparator.comparingLong(Slice::from))
                .collect(Collectors.groupingBy(Slice::lane, TreeMap::new, Collectors.toList()));
        int thread = 0;
        for (String lane : lanes.keySet()) {
            thread++;
            events.add(metadata("thread_name", thread, "name", lane));
            events.add(metadata("thread_sort_index", thread, "sort_index", thread));
            for (Stay stay : stays(withoutOverlaps(lanes.get(lane)))) {
                add(stay, thread, events);
                starts.computeIfAbsent(stay.request(), _ -> new ArrayList<>())
                        .add(new Start(thread, stay.from()));
            }
        }
        starts.forEach((request, all) -> addArrows(request, all, events));
        return JsonObject.text(new JsonObject().put("displayTimeUnit", "ms")
                .put("traceEvents", events));
    }

    private JsonObject metadata(String what, int thread, String key, Object value) {
        return event("M", thread, 0).put("name", what)
                .put("args", new JsonObject().put(key, value));
    }

    /** @param at microseconds, the format's unit */
    private JsonObject event(String phase, int thread, long at) {
        return new JsonObject().put("ph", phase).put("pid", process).put("tid", thread)
                .put("ts", at);
    }

    /** A slice cannot last when the next one on its thread has begun: an unseen wait, as for a lock, came between. */
    private static List<Slice> withoutOverlaps(List<Slice> slices) {
        List<Slice> all = new ArrayList<>();
        long next = Long.MAX_VALUE;
        for (Slice slice : slices.reversed()) {
            all.addFirst(slice.until(Math.min(slice.to(), next)));
            next = slice.from();
        }
        return all;
    }

    private static List<Stay> stays(List<Slice> slices) {
        List<Stay> stays = new ArrayList<>();
        for (Slice slice : slices) {
            if (stays.isEmpty() || stays.getLast().request() != slice.request()
                    || stays.getLast().to() < slice.from()) {
                stays.add(new Stay(new ArrayList<>()));
            }
            stays.getLast().slices.add(slice);
        }
        return stays;
    }

    private void add(Stay stay, int thread, List<JsonObject> events) {
        long request = stay.request();
        events.add(complete(thread, stay.from(), stay.to(), "request " + request, "request",
                request));
        stay.slices.stream().filter(slice -> slice.kind().waits())
                .forEach(slice -> events.add(complete(
                thread, slice.from(), slice.to(), "waits: " + slice.kind().name(), "wait",
                request)));
    }

    private JsonObject complete(int thread, long from, long to, String name, String category,
            long request) {
        return event("X", thread, from).put("dur", to - from).put("name", name).put("cat", category)
                .put("args", new JsonObject().put("request", request));
    }

    /** Each arrow's end binds to the stay that begins there. */
    private void addArrows(long request, List<Start> starts, List<JsonObject> events) {
        if (starts.size() == 1) {
            return;
        }
        starts.sort(Comparator.comparingLong(Start::at));
        for (Start start : starts) {
            events.add(event(phase(start, starts), start.thread, start.at)
                    .put("id", request).put("name", "request").put("cat", "request")
                    .put("bp", "e"));
        }
    }

    /** Start, step or finish. */
    private static String phase(Start start, List<Start> all) {
        if (start == all.getFirst()) {
            return "s";
        }
        return start == all.getLast() ? "f" : "t";
    }
}
