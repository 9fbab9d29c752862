package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.figures.Lanes;
import common.json.Json;
import common.json.Records;
import testing.Test;

class TraceEventsTest {
    private static final Set<String> PHASES = Set.of("M", "X", "s", "t", "f");

    /** Two answers of a service with two requests: a pool's, and one that moves to another carrier. */
    private static final String ANSWER = """
            {"now":%d,"since":0,"mode":"loom","threadsAre":"carriers","prefix":"a-","threads":2,"busy":0,
            "virtual":true,"bounded":false,"queued":0,"inFlight":0,"lanes":["a-1","a-2"],
            "kinds":[{"name":"/</script>","waits":false},{"name":"info","waits":true}],"slices":[%s],"open":[%s]}""";

    static LanesCommand recorded() throws IOException {
        LanesCommand recording = new LanesCommand();
        recording.add(answer(1_100, "7,0,0,1000,20, 8,1,0,1005,10", "7,0,1,1020,80"));
        recording.add(answer(9_000,
                "7,0,0,1000,20, 7,0,1,1020,5000, 7,0,0,6020,30, 8,0,0,6050,7, 9,1,0,2000,40, 8,1,0,2030,15", ""));
        return recording;
    }

    private static Lanes answer(long now, String slices, String open) throws IOException {
        return Records.readComplete(Lanes.class, ANSWER.formatted(now, slices, open));
    }

    private static double number(Map<?, ?> event, String name) {
        assertTrue(event.get(name) instanceof Double, name + " is missing: " + event);
        return (Double) event.get(name);
    }

    private static List<Map<?, ?>> events(String json) throws IOException {
        return ((List<?>) Json.members(json).get("traceEvents")).stream().<Map<?, ?>>map(each -> (Map<?, ?>) each)
                .toList();
    }

    /** What the format's description demands of the kinds of event that are used here. */
    static void check(String json) throws IOException {
        Map<Double, Deque<Double>> endsOfThread = new HashMap<>();
        Map<Double, List<Map<?, ?>>> arrows = new HashMap<>();
        List<Map<?, ?>> events = events(json).stream().sorted(Comparator
                .<Map<?, ?>>comparingDouble(event -> number(event, "ts"))
                .thenComparing(event -> event.get("dur") instanceof Double length ? -length : 0.0)).toList();
        Set<Object> named = new HashSet<>();
        for (Map<?, ?> event : events) {
            number(event, "pid");
            assertTrue(PHASES.contains(event.get("ph")) && event.get("name") instanceof String, "" + event);
            switch ((String) event.get("ph")) {
                case "M" -> named.add(event.get("name").equals("thread_name") ? event.get("tid") : null);
                case "X" -> checkNesting(event, endsOfThread.computeIfAbsent(number(event, "tid"),
                        _ -> new ArrayDeque<>()));
                default -> arrows.computeIfAbsent(number(event, "id"), _ -> new ArrayList<>()).add(event);
            }
        }
        assertTrue(named.containsAll(endsOfThread.keySet()), "each thread has a name: " + named);
        arrows.forEach((id, all) -> checkArrows(id, all, events));
    }

    private static void checkNesting(Map<?, ?> event, Deque<Double> ends) {
        double end = number(event, "ts") + number(event, "dur");
        assertTrue(number(event, "dur") >= 0, "a length is not negative: " + event);
        while (!ends.isEmpty() && ends.peek() <= number(event, "ts")) {
            ends.pop();
        }
        assertTrue(ends.isEmpty() || end <= ends.peek(), "an event is within another or apart from it: " + event);
        ends.push(end);
    }

    private static void checkArrows(double id, List<Map<?, ?>> arrows, List<Map<?, ?>> events) {
        String phases = arrows.stream().map(arrow -> (String) arrow.get("ph")).collect(Collectors.joining());
        assertTrue(phases.matches("st*f"), "an arrow begins once and ends once: " + phases);
        for (Map<?, ?> arrow : arrows) {
            assertTrue(events.stream().anyMatch(event -> event.get("ph").equals("X")
                    && event.get("ts").equals(arrow.get("ts")) && event.get("tid").equals(arrow.get("tid"))
                    && ((Map<?, ?>) event.get("args")).get("request").equals(id)),
                    "an arrow is bound to a slice of its request: " + arrow);
        }
    }

    @Test
    void theTraceFollowsTheFormat() throws IOException {
        String trace = new TraceEvents(5, "service one").of(recorded().slices());
        check(trace);
        assertSame("look", "trace events",
                events(trace).stream().map(TraceEventsTest::shortened).collect(Collectors.joining("\n")));
    }

    /** Microseconds, like the lanes. */
    private static String shortened(Map<?, ?> event) {
        Function<String, Object> whole = name -> event.get(name) instanceof Double number ? number.longValue() : "";
        return switch ((String) event.get("ph")) {
            case "M" -> "M " + whole.apply("tid") + ' ' + event.get("name") + ' ' + event.get("args");
            case "X" -> "X " + whole.apply("tid") + ' ' + whole.apply("ts") + ' ' + whole.apply("dur") + ' '
                    + event.get("name") + ' ' + event.get("cat") + ' ' + event.get("args");
            case String arrow -> arrow + ' ' + whole.apply("tid") + ' ' + whole.apply("ts") + ' ' + whole.apply("id");
        };
    }

    @Test
    void aRequestThatComesBackToItsThreadStaysTwice() throws IOException {
        List<Lanes.Slice> slices = Stream.of(new long[] {10, 20}, new long[] {20, 30}, new long[] {31, 40})
                .map(times -> new Lanes.Slice(1, "a", new Lanes.Kind("/", false), times[0], times[1], false)).toList();
        List<Map<?, ?>> events = events(new TraceEvents(5, "").of(slices));
        assertEquals(List.of(List.of(10.0, 20.0), List.of(31.0, 9.0)), events.stream()
                .filter(event -> event.get("ph").equals("X"))
                .map(event -> List.of(number(event, "ts"), number(event, "dur"))).toList());
    }

    @Test
    void theCheckFindsWhatBreaksTheFormat() throws IOException {
        String trace = new TraceEvents(5, "service one").of(recorded().slices());
        for (String[] row : new String[][] {
            {"\"dur\":5000", "\"dur\":6000", "within another"},
            {"\"dur\":7", "\"dur\":-7", "not negative"},
            {"\"ph\":\"f\"", "\"ph\":\"t\"", "ends once"},
            {"\"ts\":2030,\"id\"", "\"ts\":2031,\"id\"", "bound to a slice"},
            {"thread_name", "thread", "has a name"}}) {
            assertTrue(trace.contains(row[0]), row[0]);
            assertThrows(AssertionError.class, row[2], () -> check(trace.replace(row[0], row[1])));
        }
    }
}
