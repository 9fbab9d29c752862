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
    private record Stay(int thread, List<Slice> slices) {
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

    String of(List<Slice> slices) {
        List<JsonObject> events = new ArrayList<>();
        events.add(metadata("process_name", 0, "name", name));
        SortedMap<String, List<Slice>> lanes = slices.stream()
                .sorted(Comparator.comparingLong(Slice::from))
                .collect(Collectors.groupingBy(Slice::lane, TreeMap::new, Collectors.toList()));
        List<Stay> all = new ArrayList<>();
        int thread = 0;
        for (String lane : lanes.keySet()) {
            thread++;
            events.add(metadata("thread_name", thread, "name", lane));
            events.add(metadata("thread_sort_index", thread, "sort_index", thread));
            List<Stay> stays = stays(thread, withoutOverlaps(lanes.get(lane)));
            stays.forEach(stay -> add(stay, events));
            all.addAll(stays);
        }
        all.stream().sorted(Comparator.comparingLong(Stay::from))
                .collect(Collectors.groupingBy(Stay::request, TreeMap::new, Collectors.toList()))
                .values().forEach(stays -> addArrows(stays, events));
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

    private static List<Stay> stays(int thread, List<Slice> slices) {
        List<Stay> stays = new ArrayList<>();
        for (Slice slice : slices) {
            if (stays.isEmpty() || stays.getLast().request() != slice.request()
                    || stays.getLast().to() < slice.from()) {
                stays.add(new Stay(thread, new ArrayList<>()));
            }
            stays.getLast().slices.add(slice);
        }
        return stays;
    }

    private void add(Stay stay, List<JsonObject> events) {
        events.add(complete(stay, stay.from(), stay.to(), "request " + stay.request(), "request"));
        stay.slices.stream().filter(slice -> slice.kind().waits())
                .forEach(slice -> events.add(complete(stay, slice.from(), slice.to(),
                        "waits: " + slice.kind().name(), "wait")));
    }

    private JsonObject complete(Stay stay, long from, long to, String name, String category) {
        return event("X", stay.thread, from).put("dur", to - from).put("name", name).put("cat", category)
                .put("args", new JsonObject().put("request", stay.request()));
    }

    /** Each arrow's end binds to the stay that begins there. */
    private void addArrows(List<Stay> stays, List<JsonObject> events) {
        if (stays.size() == 1) {
            return;
        }
        for (Stay stay : stays) {
            events.add(event(phase(stay, stays), stay.thread, stay.from())
                    .put("id", stay.request()).put("name", "request").put("cat", "request")
                    .put("bp", "e"));
        }
    }

    /** Start, step or finish. */
    private static String phase(Stay stay, List<Stay> all) {
        if (stay == all.getFirst()) {
            return "s";
        }
        return stay == all.getLast() ? "f" : "t";
    }
}
