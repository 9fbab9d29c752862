package common.mode;

/** A resource that a request may hold while it waits. It also holds its connection, in each mode and wait. */
public enum Limit {
    THREADS("threads"), CARRIERS("carriers"), WORKERS("worker threads");

    private final String words;

    Limit(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
