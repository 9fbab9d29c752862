package classroom.run;

import common.http.HttpText;
import common.json.Json;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import load.Stats.Moment;
import load.Stats;

/**
 * The live pictures of what runs, or has run last: one for each contender that was begun. The thread that runs them
 * begins and ends them, any thread may look; each picture is replaced as a whole by its reader.
 */
public final class Pictures {
    /**
     * The live figures of one contender at one moment; null is not known.
     *
     * @param running           false once its measured window or its programs have ended: then these are its last ones
     * @param seconds           since it was ready
     * @param requestsPerSecond answers of the last second
     * @param virtualThreads    what they do, in {@code loom} alone: mounted, runnable, parked
     * @param history           one point a second, the oldest first: second, answers in it, requests queued and served
     * @param lives             sampled requests, as service one tells of them, the latest last
     */
    public record Picture(String contender, String mode, boolean running, double seconds, Double requestsPerSecond,
            Double errorsPerSecond, Moment.Now now, Map<?, ?> virtualThreads, List<List<Double>> history,
            List<Object> lives) {
        Picture ended() {
            return new Picture(contender, mode, false, seconds, requestsPerSecond, errorsPerSecond, now,
                    virtualThreads, history, lives);
        }
    }

    private final List<PictureReader> readers = new CopyOnWriteArrayList<>();

    /** A contender is ready, and there is no load on it yet. @param stats where it tells its figures */
    void begin(String contender, URI stats) {
        PictureReader reader = new PictureReader(contender, stats);
        readers.add(reader);
        reader.thread.start();
    }

    /** The contender's measured window is over; its last picture stays. */
    void end(String contender) {
        readers.stream().filter(reader -> reader.contender.equals(contender))
                .forEach(reader -> reader.thread.interrupt());
    }

    void endAll() {
        readers.forEach(reader -> reader.thread.interrupt());
    }

    /** Those that there are, in the order in which they began. */
    public List<Picture> all() {
        return readers.stream().flatMap(reader -> reader.picture().stream()).toList();
    }

    private static long endOf(Object life) {
        return life instanceof Map<?, ?> members && members.get("at") instanceof Double at ? at.longValue() : 0;
    }

    /**
     * Asks a service one for its live figures, once a second, on a virtual thread of its own until that is interrupted.
     *
     * <p>The answers cost service one some 10 ms of CPU time a second, whatever else it does: with 1,000 users of loom
     * at 945 requests a second a request took 271, 269 and 264 µs without them and 274, 338 and 280 with them (two
     * cores, shared; JDK 25.0.3; runs in turn). All contenders of a lesson are asked alike.
     */
    static final class PictureReader {
        private static final long PERIOD_MILLIS = 1_000;
        private static final int TIMEOUT_MILLIS = 5_000;
        private static final int MOST_POINTS = 120;
        private static final int MOST_LIVES = 60;
        private static final double NANOS = 1e9;

        private final String contender;
        private final URI stats;
        private final Thread thread;
        private final List<List<Double>> history = new ArrayList<>();      // this and the next: the thread's own
        private final List<Object> lives = new ArrayList<>();
        private boolean tellsNoLives;
        private Moment.Total before;
        private long beforeNanos;
        private long firstNanos;
        private volatile Picture picture;      // null until the first answer

        PictureReader(String contender, URI stats) {
            this.contender = contender;
            this.stats = stats;
            this.thread = Thread.ofVirtual().name("picture of " + contender).unstarted(this::read);
        }

        private void read() {
            try {
                while (true) {
                    ask();
                    Thread.sleep(PERIOD_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();      // ended
            }
        }

        private void ask() {
            try {
                picture = next(Stats.ofMoment(stats, TIMEOUT_MILLIS), System.nanoTime(), virtualThreads());
            } catch (IOException e) {
                return;      // too busy, or gone: the last picture stays, and the next second may have another
            }
        }

        /** @param nanos when it was said, by {@link System#nanoTime} */
        Picture next(Moment said, long nanos, Map<?, ?> virtualThreads) {
            Double throughput = null;      // what a second brought is the difference of two totals
            Double errors = null;
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
            return new Picture(contender, said.service().mode(), true, (nanos - firstNanos) / NANOS, throughput, errors,
                    said.now(), virtualThreads, List.copyOf(history), List.copyOf(lives));
        }

        private static void keepLast(List<?> list, int most) {
            while (list.size() > most) {
                list.removeFirst();
            }
        }

        /** What they do now. Adds the sampled requests that ended after those that it has. */
        Map<?, ?> virtualThreads() {
            Map<Object, Object> said = new HashMap<>(tellsNoLives ? Map.of() : laterLives());
            if (said.remove("lives") instanceof List<?> later) {
                lives.addAll(later);
                keepLast(lives, MOST_LIVES);
            }
            return said;
        }

        private Map<?, ?> laterLives() {
            long latest = lives.stream().mapToLong(Pictures::endOf).max().orElse(0);
            try {
                String text = HttpText.get(stats.resolve("/lives?after=" + latest), TIMEOUT_MILLIS);
                return Json.read(text) instanceof Map<?, ?> said ? said : Map.of();
            } catch (FileNotFoundException e) {
                tellsNoLives = true;      // 404: a service that does not tell of single requests
                return Map.of();
            } catch (IOException e) {
                return Map.of();      // too busy now, or gone
            }
        }

        private Optional<Picture> picture() {
            Picture latest = picture;
            return Optional.ofNullable(latest == null || thread.isAlive() ? latest : latest.ended());
        }
    }
}
