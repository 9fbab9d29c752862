package load.jtl;

import module java.base;
import load.jtl.RecordedRequest.Kind;

/**
 * Tells transactions from requests. JMeter writes the sum of several rows before them, and other threads' rows in
 * between, so each row waits for its thread's next.
 */
final class Transactions {
    private static final int MOST_HELD = 10_000;      // far more than one JMeter's threads that write at the same time

    private final Consumer<RecordedRequest> each;
    private final SequencedMap<String, RecordedRequest> held = new LinkedHashMap<>();

    Transactions(Consumer<RecordedRequest> each) {
        this.each = each;
    }

    /** @param thread the name of its JMeter thread; empty if unknown */
    void add(RecordedRequest row, String thread, boolean hasConnected) {
        RecordedRequest last = held.remove(thread);
        if (last == null) {
            hold(thread, row);
            return;
        }
        boolean isSum = last.contains(row);
        each.accept(isSum ? last.with(Kind.TRANSACTION, "", last.answeredBefore()) : last);
        boolean isKept = !thread.isEmpty() && !hasConnected;
        hold(thread, row.with(row.kind(), isSum && row.success() ? last.failure() : "",
                isKept ? last.answeredBeforeNext(isSum) : 0));
    }

    private void hold(String thread, RecordedRequest row) {
        held.put(thread, row);
        if (held.size() > MOST_HELD) {
            each.accept(held.pollFirstEntry().getValue());
        }
    }

    void end() {
        held.values().forEach(each);
    }
}
