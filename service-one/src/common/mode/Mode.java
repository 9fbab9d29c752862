package common.mode;

import common.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ways in which service one gets its threads: all that programs and pages know of a mode. What serves in it is a
 * drain of service one.
 */
public enum Mode {
    /** A fixed number of platform threads. */
    POOL(ServiceThread.POOL, Number.FIXED, Limit.THREADS, Set.of(Wait.BLOCKED, Wait.MONITOR, Wait.NATIVE_CALL),
            new Look(Mark.SQUARE, 1), new Words("a fixed number of threads", "Fixed pool", "pool threads",
            "A connection waits here until a thread is free.", "A request keeps its thread until it is answered.",
            "A thread has its request from the end of the queue to the answer, also while that only waits.")),
    /** A virtual thread for each connection. */
    LOOM(ServiceThread.CARRIER, Number.EACH, Limit.CARRIERS, Set.of(Wait.NATIVE_CALL),
            new Look(Mark.CIRCLE, 0), new Words("a virtual thread each", "Virtual threads", "carriers",
            "A connection gets its virtual thread at once.",
            "They run on carriers: platform threads, one for each core.",
            "A virtual thread has its request all the time; while that waits, it is parked and needs no carrier.")),
    /** A few event loops. */
    ASYNC(ServiceThread.EVENT_LOOP, Number.PER_CORE, Limit.WORKERS, Set.of(Wait.MONITOR, Wait.NATIVE_CALL),
            new Look(Mark.TRIANGLE, 2), new Words("event loops", "Event loops", "event loops",
            "A connection goes to a loop at once.", "Each is a platform thread; there is one for each core.",
            "An event loop has a request only for an instant, a thin line; while that waits, nobody has it."));

    /** How many threads serve its connections. */
    public enum Number {
        /** {@code --threads}, and a request keeps one until it is answered. */
        FIXED,
        /** One for each connection. */
        EACH,
        /** One for each core, and none is kept by a request that waits. */
        PER_CORE
    }

    /** What there are only so many of, and a request that waits may hold. */
    public enum Limit {
        THREADS("threads"), CARRIERS("carriers"), WORKERS("worker threads"), CONNECTIONS("connections");

        private final String words;

        Limit(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** A sign beside the colour, which not everybody sees. */
    public enum Mark { SQUARE, CIRCLE, TRIANGLE, DIAMOND }

    /** @param colour its number among those of charts */
    private record Look(Mark mark, int colour) {
    }

    /**
     * What people read of it.
     *
     * @param summary what serves a connection
     * @param title   the same as a heading
     * @param serving the platform threads that run its requests, several
     * @param queue   what a connection waits for in the queue
     * @param threads of the threads of a request
     * @param life    who has a request, and when
     */
    private record Words(String summary, String title, String serving, String queue, String threads, String life) {
    }

    private final ServiceThread serving;
    private final Number number;
    private final Limit limit;
    private final Set<Wait> held;
    private final Look look;
    private final Words words;

    /**
     * @param serving the platform threads that run the requests
     * @param limit   what a request holds of which there are only so many
     * @param held    in which waits it holds that
     */
    Mode(ServiceThread serving, Number number, Limit limit, Set<Wait> held, Look look, Words words) {
        this.serving = serving;
        this.number = number;
        this.limit = limit;
        this.held = held;
        this.look = look;
        this.words = words;
    }

    /** The one of that label; empty where it is none. */
    public static Optional<Mode> of(String label) {
        return Stream.of(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    public static List<String> labels() {
        return Stream.of(values()).map(Mode::label).toList();
    }

    /** As it is named on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** In words, with as many threads: {@code pool of 200}, {@code a virtual thread each}. */
    public String inWords(int threads) {
        return number == Number.FIXED ? String.format(Locale.ROOT, "%s of %,d", label(), threads) : words.summary;
    }

    /** What serves, several: {@code virtual threads}. */
    public String plural() {
        return words.title.toLowerCase(Locale.ROOT);
    }

    /** The platform threads that run the requests. */
    public ServiceThread serving() {
        return serving;
    }

    public String servingAre() {
        return words.serving;
    }

    /** Who has a request, and when. */
    public String life() {
        return words.life;
    }

    /** Its number among the colours of charts. */
    public int colour() {
        return look.colour;
    }

    public Number number() {
        return number;
    }

    public Limit limit() {
        return limit;
    }

    /** The waits in which a request holds one of what it has only so many of. */
    public Set<Wait> held() {
        return held;
    }

    /** Whether a request needs one of a fixed number of threads: that number limits it. */
    public boolean isBoundedByThreads() {
        return number == Number.FIXED;
    }

    /** Whether a request has a thread of its own, of whatever kind, also while it waits for service two. */
    public boolean hasThreadPerConnection() {
        return number != Number.PER_CORE;
    }

    /** Whether a connection has a virtual thread to itself. */
    public boolean isOnVirtualThreads() {
        return serving == ServiceThread.CARRIER;
    }

    /** Whether a request that is served has a platform thread to itself: of those the JDK tells the CPU time. */
    public boolean keepsPlatformThread() {
        return hasThreadPerConnection() && !isOnVirtualThreads();
    }

    /** For a page. */
    public JsonObject json() {
        return new JsonObject().put("name", label()).put("number", number).put("virtual", isOnVirtualThreads())
                .put("mark", look.mark.name().toLowerCase(Locale.ROOT)).put("colour", look.colour)
                .put("summary", words.summary).put("title", words.title).put("serving", words.serving)
                .put("queue", words.queue).put("threads", words.threads);
    }
}
