package common.mode;

import module java.base;

/** The ways in which service one gets its threads. */
public enum Mode {
    POOL(ServiceThread.POOL_THREAD, Number.FIXED,
            Map.of(Resource.THREADS, Set.of(Wait.BLOCKED, Wait.MONITOR, Wait.NATIVE_CALL))),
    LOOM(ServiceThread.CARRIER, Number.EACH, Map.of(Resource.CARRIERS, Set.of(Wait.NATIVE_CALL))),
    ASYNC(ServiceThread.EVENT_LOOP, Number.PER_CORE,
            Map.of(Resource.WORKER_THREADS, Set.of(Wait.MONITOR, Wait.NATIVE_CALL)));

    /** How many threads serve the connections: {@code --threads}, one each, or one per core, shared by all. */
    public enum Number { FIXED, EACH, PER_CORE }

    private final ServiceThread serving;
    private final Number number;
    private final Map<Resource, Set<Wait>> held;

    Mode(ServiceThread serving, Number number, Map<Resource, Set<Wait>> held) {
        this.serving = serving;
        this.number = number;
        this.held = held;
    }

    public static Optional<Mode> of(String label) {
        return Stream.of(values()).filter(each -> each.label().equals(label)).findFirst();
    }

    public static List<String> labels() {
        return Stream.of(values()).map(Mode::label).toList();
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Such as {@code pool of 200} or {@code virtual threads}. */
    public String inWords(int threads) {
        return isBoundedByThreads() ? String.format(Locale.ROOT, "%s of %,d", label(), threads) : threads();
    }

    /** What a request runs on, in the plural. */
    public String threads() {
        return (isOnVirtualThreads() ? ServiceThread.VIRTUAL_THREAD : serving).plural();
    }

    /** The platform threads that run requests. */
    public ServiceThread serving() {
        return serving;
    }

    public Number number() {
        return number;
    }

    /** The waits during which a request holds each resource. During other waits, it holds only its connection. */
    public Map<Resource, Set<Wait>> held() {
        return held;
    }

    public boolean isBoundedByThreads() {
        return held.containsKey(Resource.THREADS);
    }

    public boolean isOnVirtualThreads() {
        return held.containsKey(Resource.CARRIERS);
    }

    public boolean hasThreadPerConnection() {
        return number != Number.PER_CORE;
    }

    /** If false, a request's CPU time is unknown: the JDK measures the CPU time of platform threads only. */
    public boolean keepsPlatformThread() {
        return hasThreadPerConnection() && !isOnVirtualThreads();
    }
}
