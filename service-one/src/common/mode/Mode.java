package common.mode;

import module java.base;
import common.json.JsonObject;

/** The ways in which service one gets its threads. */
public enum Mode {
    POOL(ServiceThread.POOL, Number.FIXED, Map.of(Limit.THREADS, Set.of(Wait.BLOCKED, Wait.MONITOR, Wait.NATIVE_CALL)),
            new Display(Mark.SQUARE, 1, "a fixed number of threads", "Fixed pool", "pool threads",
            "A request keeps its thread from the queue to the answer, even while it only waits.")),
    LOOM(ServiceThread.CARRIER, Number.EACH, Map.of(Limit.CARRIERS, Set.of(Wait.NATIVE_CALL)),
            new Display(Mark.CIRCLE, 0, "a virtual thread each", "Virtual threads", "carriers",
            "A request keeps its virtual thread. While the thread waits, it needs no carrier.")),
    ASYNC(ServiceThread.EVENT_LOOP, Number.PER_CORE,
            Map.of(Limit.WORKER_THREADS, Set.of(Wait.MONITOR, Wait.NATIVE_CALL)),
            new Display(Mark.TRIANGLE, 2, "event loops", "Event loops", "event loops",
            "An event loop works on a request only for an instant, drawn as a thin line. A waiting request has no "
            + "thread."));

    /** How many threads serve the connections: {@code --threads}, one each, or one per core, shared by all. */
    public enum Number { FIXED, EACH, PER_CORE }

    /**
     * What limits the throughput. A request may hold one of the first three while it waits, and always holds its
     * connection.
     */
    public enum Limit {
        THREADS, CARRIERS, WORKER_THREADS, CONNECTIONS, PERMITS, CORES, USERS, ARRIVALS, PLAN, CHANGES, UNKNOWN;

        public String words() {
            return this == UNKNOWN ? "" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        public String words(double many) {
            return many == 1 ? words().replaceFirst("s$", "") : words();
        }
    }

    /** A shape, for people who cannot tell colours apart. */
    public enum Mark { SQUARE, CIRCLE, TRIANGLE, DIAMOND }

    /**
     * What people see and read of the mode.
     *
     * @param serving the threads that the status page counts, in the plural
     * @param life    a sentence that says when a thread works on a request
     */
    public record Display(Mark mark, int colour, String summary, String title, String serving, String life) {
    }

    private final ServiceThread serving;
    private final Number number;
    private final Map<Limit, Set<Wait>> held;
    private final Display display;

    /** @param serving the platform threads that run requests */
    Mode(ServiceThread serving, Number number, Map<Limit, Set<Wait>> held, Display display) {
        this.serving = serving;
        this.number = number;
        this.held = held;
        this.display = display;
    }

    public static Optional<Mode> of(String label) {
        return Stream.of(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    public static List<String> labels() {
        return Stream.of(values()).map(Mode::label).toList();
    }

    public String label() {
        return label(name());
    }

    static String label(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Such as {@code pool of 200} or {@code a virtual thread each}. */
    public String inWords(int threads) {
        return isBoundedByThreads() ? String.format(Locale.ROOT, "%s of %,d", label(), threads) : display.summary;
    }

    public Display display() {
        return display;
    }

    public ServiceThread serving() {
        return serving;
    }

    public Number number() {
        return number;
    }

    /** The waits during which a request holds each limit. A wait that is missing has no limit but the connections. */
    public Map<Limit, Set<Wait>> held() {
        return held;
    }

    public boolean isBoundedByThreads() {
        return held.containsKey(Limit.THREADS);
    }

    public boolean isOnVirtualThreads() {
        return held.containsKey(Limit.CARRIERS);
    }

    public boolean hasThreadPerConnection() {
        return number != Number.PER_CORE;
    }

    /** If false, a request's CPU time is unknown: the JDK measures the CPU time of platform threads only. */
    public boolean keepsPlatformThread() {
        return hasThreadPerConnection() && !isOnVirtualThreads();
    }

    public JsonObject json() {
        return new JsonObject().put("name", label()).put("number", number).put("virtual", isOnVirtualThreads())
                .put("mark", display.mark.name().toLowerCase(Locale.ROOT)).put("colour", display.colour)
                .put("summary", display.summary).put("title", display.title).put("serving", display.serving);
    }
}
