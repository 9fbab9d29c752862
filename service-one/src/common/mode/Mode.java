package common.mode;

import common.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The ways in which service one gets its threads. */
public enum Mode {
    POOL(ServiceThread.POOL, Number.FIXED, Limit.THREADS, Set.of(Wait.BLOCKED, Wait.MONITOR, Wait.NATIVE_CALL),
            new Look(Mark.SQUARE, 1), new Words("a fixed number of threads", "Fixed pool", "pool threads",
            "A connection waits here until a thread is free.", "A request keeps its thread until it is answered.",
            "A request keeps its thread from the queue to the answer, even while it only waits.")),
    LOOM(ServiceThread.CARRIER, Number.EACH, Limit.CARRIERS, Set.of(Wait.NATIVE_CALL),
            new Look(Mark.CIRCLE, 0), new Words("a virtual thread each", "Virtual threads", "carriers",
            "A connection gets its virtual thread at once.",
            "They run on carriers: platform threads, one for each core.",
            "A request keeps its virtual thread. While the thread waits, it needs no carrier.")),
    ASYNC(ServiceThread.EVENT_LOOP, Number.PER_CORE, Limit.WORKERS, Set.of(Wait.MONITOR, Wait.NATIVE_CALL),
            new Look(Mark.TRIANGLE, 2), new Words("event loops", "Event loops", "event loops",
            "A connection goes to a loop at once.", "Each is a platform thread; there is one for each core.",
            "An event loop works on a request only for an instant, drawn as a thin line. A waiting request has no "
            + "thread."));

    /** How many threads serve the connections. */
    public enum Number {
        /** As many as {@code --threads} says. */
        FIXED,
        /** One for each connection. */
        EACH,
        /** A waiting request has no thread. */
        PER_CORE
    }

    /** A resource that a request may hold while it waits. */
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

    /** A shape, for people who cannot tell colours apart. */
    public enum Mark { SQUARE, CIRCLE, TRIANGLE, DIAMOND }

    private record Look(Mark mark, int colour) {
    }

    /**
     * What people read about the mode.
     *
     * @param serving the mode's platform threads, in the plural
     * @param queue   a sentence about a connection's wait in the queue
     * @param threads a sentence about the threads
     * @param life    a sentence that says when a thread works on a request
     */
    private record Words(String summary, String title, String serving, String queue, String threads, String life) {
    }

    private final ServiceThread serving;
    private final Number number;
    private final Limit limit;
    private final Set<Wait> held;
    private final Look look;
    private final Words words;

    Mode(ServiceThread serving, Number number, Limit limit, Set<Wait> held, Look look, Words words) {
        this.serving = serving;
        this.number = number;
        this.limit = limit;
        this.held = held;
        this.look = look;
        this.words = words;
    }

    public static Optional<Mode> of(String label) {
        return Stream.of(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    public static List<String> labels() {
        return Stream.of(values()).map(Mode::label).toList();
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Such as {@code pool of 200} or {@code a virtual thread each}. */
    public String inWords(int threads) {
        return number == Number.FIXED ? String.format(Locale.ROOT, "%s of %,d", label(), threads) : words.summary;
    }

    public String titleInSentence() {
        return words.title.toLowerCase(Locale.ROOT);
    }

    public ServiceThread serving() {
        return serving;
    }

    public String servingInWords() {
        return words.serving;
    }

    public String life() {
        return words.life;
    }

    public int colour() {
        return look.colour;
    }

    public Number number() {
        return number;
    }

    public Limit limit() {
        return limit;
    }

    /** The waits during which a request holds the {@link #limit}. */
    public Set<Wait> held() {
        return held;
    }

    public boolean isBoundedByThreads() {
        return number == Number.FIXED;
    }

    public boolean hasThreadPerConnection() {
        return number != Number.PER_CORE;
    }

    public boolean isOnVirtualThreads() {
        return serving == ServiceThread.CARRIER;
    }

    /** If false, a request's CPU time is unknown: the JDK measures the CPU time of platform threads only. */
    public boolean keepsPlatformThread() {
        return hasThreadPerConnection() && !isOnVirtualThreads();
    }

    public JsonObject json() {
        return new JsonObject().put("name", label()).put("number", number).put("virtual", isOnVirtualThreads())
                .put("mark", look.mark.name().toLowerCase(Locale.ROOT)).put("colour", look.colour)
                .put("summary", words.summary).put("title", words.title).put("serving", words.serving)
                .put("queue", words.queue).put("threads", words.threads);
    }
}
