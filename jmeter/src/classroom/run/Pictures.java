package classroom.run;

import module java.base;
import common.figures.Figures;
import common.http.HttpText;
import common.json.Json;
import common.json.JsonObject;
import load.Stats;
import machine.Kernel;

/** The live pictures of a run, one for each contender that was started. Any thread may look at them. */
public final class Pictures {
    /**
     * @param history a point each second: seconds, answers per second, and requests in the queue or in flight
     * @param samples service one's latest answers to {@code GET /lives}
     */
    public record Picture(String contender, String mode, double seconds,
            double requestsPerSecond, double errorsPerSecond, Figures.Now now,
            double memoryMib, List<List<Double>> history, List<Map<?, ?>> samples) {
    }

    private final List<PictureReader> readers = new CopyOnWriteArrayList<>();
    private final long begun = System.nanoTime();
    private final boolean wantsLanes;

    Pictures(boolean wantsLanes) {
        this.wantsLanes = wantsLanes;
    }

    void begin(String contender, URI stats) {
        PictureReader reader = new PictureReader(contender, stats, wantsLanes);
        readers.add(reader);
        reader.thread.start();
    }

    void end(String contender) {
        readers.stream().filter(reader -> reader.contender.equals(contender))
                .forEach(reader -> reader.thread.interrupt());
    }

    void endAll() {
        readers.forEach(reader -> reader.thread.interrupt());
    }

    public List<JsonObject> all() {
        return readers.stream().filter(reader -> reader.picture != null)
                .map(reader -> JsonObject.rounded(reader.picture)
                        .put("running", reader.thread.isAlive()))
                .toList();
    }

    /** Service one's latest answers to {@code GET /lanes}, in JSON. They are large, so they are passed on as text. */
    public String lanes() {
        return readers.stream()
                .flatMap(reader -> reader.lanes.stream().map(answer -> "{\"contender\":"
                + JsonObject.text(reader.contender) + ",\"answer\":" + answer + "}"))
                .collect(Collectors.joining(",", "{\"run\":" + begun + ",\"answers\":[", "]}"));
    }

    /** Fetches the live figures each second, on a virtual thread. This costs service one 10 ms of CPU time a second. */
    static final class PictureReader {
        private static final long PERIOD_MILLIS = 1_000;
        private static final int TIMEOUT_MILLIS = 5_000;
        private static final int MOST_POINTS = 120;
        /** The page asks each second, and may miss an answer or two. */
        private static final int MOST_SAMPLES = 3;
        /** The page shows at most two seconds of lanes. */
        private static final int MOST_ANSWERS = 4;
        private static final Pattern NOW = Pattern.compile("\"now\":(\\d+)");
        private static final double NANOS = 1e9;

        private final String contender;
        private final URI stats;
        private final boolean wantsLanes;
        private final Thread thread;
        final Queue<String> lanes = new ConcurrentLinkedQueue<>();
        // Only the reader's thread uses the fields from history to firstNanos.
        private final List<List<Double>> history = new ArrayList<>();
        private final List<Map<?, ?>> samples = new ArrayList<>();
        private long livesUntil = -1;
        private long lanesUntil = -1;
        private Figures.Total before;
        private long beforeNanos;
        private long firstNanos;
        volatile Picture picture;      // null until the first answer

        PictureReader(String contender, URI stats, boolean wantsLanes) {
            this.contender = contender;
            this.stats = stats;
            this.wantsLanes = wantsLanes;
            this.thread = Thread.ofVirtual().name("picture of " + contender).unstarted(this::read);
        }

        private void read() {
            try {
                while (true) {
                    ask();
                    Thread.sleep(PERIOD_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void ask() {
            try {
                Figures said = Stats.ofServiceOne(stats, TIMEOUT_MILLIS);
                if (said.total() != null && said.now() != null) {
                    askForLives();
                    picture = next(said, System.nanoTime());
                }
            } catch (IOException e) {
                return;      // service one is too busy or has ended: the last picture stays
            }
            if (wantsLanes) {
                askForLanes();
            }
        }

        void askForLanes() {
            String answer = laterThan(lanesUntil, "/lanes");
            Matcher now = NOW.matcher(answer);
            if (now.find()) {
                lanesUntil = Long.parseLong(now.group(1));
                lanes.add(answer);
            }
            if (lanes.size() > MOST_ANSWERS) {
                lanes.remove();
            }
        }

        Picture next(Figures said, long nanos) {
            double throughput = Double.NaN;
            double errors = Double.NaN;
            if (before == null) {
                firstNanos = nanos;
            } else {
                double seconds = (nanos - beforeNanos) / NANOS;
                throughput = (said.total().completed() - before.completed()) / seconds;
                errors = (said.total().failed() - before.failed()) / seconds;
                double load = said.now().queued() + said.now().inFlight();
                history.add(List.of((nanos - firstNanos) / NANOS, throughput, load));
                keepLast(history, MOST_POINTS);
            }
            before = said.total();
            beforeNanos = nanos;
            return new Picture(contender, said.service().mode(),
                    (nanos - firstNanos) / NANOS, throughput, errors, said.now(),
                    memoryMib(said.service().pid()), List.copyOf(history), List.copyOf(samples));
        }

        private static double memoryMib(long pid) {
            long kibibytes =
                    Kernel.number(Path.of("/proc", Long.toString(pid), "status"), "VmRSS:");
            return kibibytes < 0 ? Double.NaN : kibibytes / 1024.0;
        }

        private static void keepLast(List<?> list, int most) {
            while (list.size() > most) {
                list.removeFirst();
            }
        }

        void askForLives() throws IOException {
            Map<?, ?> answer = Json.members(laterThan(livesUntil, "/lives"));
            if (answer.get("until") instanceof Double until) {
                livesUntil = until.longValue();
                samples.add(answer);
                keepLast(samples, MOST_SAMPLES);
            }
        }

        private String laterThan(long time, String path) {
            try {
                return HttpText.get(stats.resolve(path + "?after=" + time), TIMEOUT_MILLIS,
                        Map.of());
            } catch (IOException e) {
                return "{}";      // service one is too busy or has ended
            }
        }
    }
}
