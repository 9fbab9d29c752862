package servicetwo;

/**
 * What a caller may take, so that slow and broken ones cost the others nothing. Immutable; tests have limits of their
 * own, because nobody wants to wait for these.
 *
 * @param firstByteMillis how long a new connection may wait for its first byte
 * @param requestMillis   how long a request may take from its first byte on
 * @param idleMillis      how long a kept connection may wait for its next request
 * @param writeMillis     how long a caller may take to read its answer
 * @param lingerMillis    how long a connection that was half-closed waits for the caller to close it, too
 * @param connections     how many may be open at once; one more is closed at once
 */
record Limits(int firstByteMillis, int requestMillis, int idleMillis, int writeMillis, int lingerMillis,
        int connections) {
    static final Limits STANDARD = new Limits(10_000, 10_000, 30_000, 10_000, 1_000, 100_000);

    static final int REQUEST_LINE_BYTES = 8 * 1024;
    static final int FIELDS_BYTES = 16 * 1024;
    static final int BODY_BYTES = 1024 * 1024;
}
