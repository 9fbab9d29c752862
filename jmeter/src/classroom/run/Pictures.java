package classroom.run;

import classroom.run.PictureMaker.LifeSamples;
import classroom.run.PictureMaker.LiveStats;
import common.json.Json;
import common.json.Records;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import load.HttpText;

/**
 * The live pictures of what runs, or has run last: one for each contender that was begun. The thread that runs them
 * begins and ends them, any thread may look; each picture is replaced as a whole by its reader.
 */
public final class Pictures {
    private final UnaryOperator<String> labels;
    private final List<PictureReader> readers = new CopyOnWriteArrayList<>();

    /** @param labels of the contenders, for people, by their names */
    public Pictures(UnaryOperator<String> labels) {
        this.labels = labels;
    }

    /** A contender is ready, and there is no load on it yet. @param stats where it tells its figures */
    void begin(String contender, URI stats) {
        PictureReader reader = new PictureReader(contender, labels.apply(contender), stats);
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
        private static final int MOST_LIVES = 60;

        private final String contender;
        private final URI stats;
        private final PictureMaker maker;
        private final Thread thread;
        private final List<Object> lives = new ArrayList<>();      // this one and the next two: the thread's own
        private double latestLife;
        private boolean tellsNoLives;
        private volatile Picture picture;      // null until the first answer

        PictureReader(String contender, String label, URI stats) {
            this.contender = contender;
            this.stats = stats;
            this.maker = new PictureMaker(contender, label);
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
                LiveStats said = Records.read(LiveStats.class, HttpText.get(stats, TIMEOUT_MILLIS));
                if (said.now() != null && said.service() != null) {
                    picture = maker.make(said, System.nanoTime(), lives());
                }
            } catch (IOException e) {
                return;      // too busy, or gone: the last picture stays, and the next second may have another
            }
        }

        /** The latest sampled requests: asks for those that ended after the ones it has. */
        LifeSamples lives() {
            Map<?, ?> said = tellsNoLives ? Map.of() : laterLives();
            if (said.get("lives") instanceof List<?> later) {
                later.forEach(this::add);
            }
            while (lives.size() > MOST_LIVES) {
                lives.removeFirst();
            }
            return new LifeSamples(List.copyOf(lives), number(said, "cores"), number(said, "mounted"),
                    number(said, "runnable"), number(said, "parked"));
        }

        private Map<?, ?> laterLives() {
            try {
                String text = HttpText.get(stats.resolve("/lives?after=" + (long) latestLife), TIMEOUT_MILLIS);
                return Json.read(text) instanceof Map<?, ?> said ? said : Map.of();
            } catch (FileNotFoundException e) {
                tellsNoLives = true;      // 404: a service that does not tell of single requests
                return Map.of();
            } catch (IOException e) {
                return Map.of();      // too busy now, or gone
            }
        }

        private void add(Object life) {
            lives.add(life);
            if (life instanceof Map<?, ?> members && members.get("at") instanceof Double at) {
                latestLife = Math.max(latestLife, at);
            }
        }

        private static Double number(Map<?, ?> said, String name) {
            return said.get(name) instanceof Double number ? number : null;
        }

        private Optional<Picture> picture() {
            Picture latest = picture;
            return Optional.ofNullable(latest == null || thread.isAlive() ? latest : latest.ended());
        }
    }
}
