package look;

import module java.base;
import common.commandline.Tool;
import common.figures.Lanes.Slice;
import common.figures.Lanes;
import common.http.HttpText;
import common.json.JsonObject;
import common.json.Records;
import load.RunFolder;
import process.RunningService;

/** {@code lanes}: records which request had which operating-system thread, and when. */
final class LanesCommand {
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int POLL_MILLIS = 500;
    /** Requests that began before the recording are not in it. By then, nearly all of them have ended. */
    private static final int WARM_UP_MILLIS = 2_000;
    private static final Pattern ADMIN = Pattern.compile("(?m)^serviceone\\.admin=(\\d+)");
    private static final String PLACE_IN_PAGE = "id=\"recorded\">";

    private record Key(long request, String lane, long from) {
    }

    private final Map<Key, Slice> slices = new LinkedHashMap<>();
    private Lanes last;      // null before the first answer
    private long since;

    static void run(RunningService service, int seconds, PrintStream out)
            throws IOException, InterruptedException {
        if (!service.isServiceOne()) {
            throw new IOException(service
                    + " is no service one that is ready: only that records its lanes");
        }
        Matcher admin = ADMIN.matcher(Jdk.jcmd(service.pid(), "VM.system_properties"));
        if (!admin.find()) {
            throw new IOException(service + " is older than this command; start it again");
        }
        URI lanes = URI.create("http://127.0.0.1:" + admin.group(1) + "/lanes");
        out.printf("%s: recording %d s, after 2 s of warm-up …%n", service, seconds);
        LanesCommand recording =
                record(lanes, seconds * 1_000 / POLL_MILLIS, WARM_UP_MILLIS, POLL_MILLIS);
        String page = HttpText.get(lanes.resolve("/lanes.html"), TIMEOUT_MILLIS, Map.of());
        Path folder = RunFolder.create(Tool.repository(), "lanes-" + service.mode()).path();
        recording.write(service, page, folder, out);
    }

    static LanesCommand record(URI lanes, int polls, int warmUpMillis, int pollMillis)
            throws IOException, InterruptedException {
        LanesCommand recording = new LanesCommand();
        try {
            recording.poll(lanes, polls, warmUpMillis, pollMillis);
        } catch (IndexOutOfBoundsException e) {
            throw new IOException(lanes
                    + " does not answer as a service one of this version does", e);
        }
        if (recording.slices.isEmpty()) {
            throw new IOException("no request had a thread; to generate load: ./run.sh jmeter closed-loop");
        }
        return recording;
    }

    private void poll(URI lanes, int polls, int warmUpMillis, int pollMillis)
            throws IOException, InterruptedException {
        since = ask(lanes, -1).now() + warmUpMillis * 1_000;
        Thread.sleep(warmUpMillis);
        for (int asked = 0; asked < polls; asked++) {
            Thread.sleep(pollMillis);
            add(ask(lanes, last == null ? since : last.now()));
        }
    }

    private static Lanes ask(URI lanes, long after) throws IOException {
        return Records.readComplete(Lanes.class,
                HttpText.get(URI.create(lanes + "?after=" + after), TIMEOUT_MILLIS, Map.of()));
    }

    void add(Lanes answer) {
        slices.values().removeIf(Slice::goesOn);      // those that have not ended are in the answer again
        answer.all().forEach(slice ->
                slices.put(new Key(slice.request(), slice.lane(), slice.from()), slice));
        last = answer;
    }

    List<Slice> slices() {
        return List.copyOf(slices.values());
    }

    /** In the form of one answer, after which nothing goes on. */
    private Lanes lanes() {
        return last.with(since, slices().stream().map(slice -> slice.until(slice.to())).toList());
    }

    /** A path may contain the end of a script, but in JSON its first character can be written in another way. */
    String page(String empty) throws IOException {
        if (!empty.contains(PLACE_IN_PAGE)) {
            throw new IOException("the service's page has no place for a recording");
        }
        return empty.replace(PLACE_IN_PAGE,
                PLACE_IN_PAGE + JsonObject.text(lanes()).replace("<", "\\u003c"));
    }

    void write(RunningService service, String empty, Path folder, PrintStream out)
            throws IOException {
        Path page = Files.writeString(folder.resolve("lanes.html"), page(empty));
        Path trace = Files.writeString(folder.resolve("trace.json"),
                new TraceEvents(service.pid(), "service one · " + service.mode()).of(slices()));
        out.printf("""
                %,d slices of %,d requests on %,d threads
                page (needs no network): %s
                trace (open it in ui.perfetto.dev): %s%n""",
                slices.size(), distinct(Slice::request), distinct(Slice::lane), page, trace);
    }

    private long distinct(Function<Slice, Object> part) {
        return slices.values().stream().map(part).distinct().count();
    }
}
