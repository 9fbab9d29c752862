package lab.plan;

import module java.base;
import experiment.Load;
import experiment.Prediction;
import experiment.Run.Requests;
import experiment.SentArrivals.Schedule;
import lab.run.Samples.Edges;
import lab.run.Samples;
import load.jtl.Jtl;
import load.jtl.RecordedRequest.Kind;
import load.jtl.RecordedRequest;

/** All rows of a run of a plan, by kind. */
final class PlanSamples {
    private static final int MOST_KINDS = 1_000;      // a changing number in the message makes each failure a new kind

    private final Load load;
    private final Map<Kind, SequencedMap<String, Samples>> rows = new EnumMap<>(Kind.class);      // by label
    private final LongSummaryStatistics starts = new LongSummaryStatistics();
    private final Map<Long, Long> users = new HashMap<>();      // when each sent its first request
    private long count;
    private boolean failed;
    private final Map<String, Long> failures = new HashMap<>();
    private final Optional<Schedule> schedule;

    private PlanSamples(Load load, Optional<Schedule> schedule) {
        this.load = load;
        this.schedule = schedule;
    }

    /**
     * Without a file, there are no rows.
     *
     * @param opensNoSocket whether a label is that of a sampler that opens no socket
     */
    static PlanSamples read(Path jtl, Load load, Optional<Schedule> schedule, Predicate<String> opensNoSocket)
            throws IOException {
        PlanSamples samples = new PlanSamples(load, schedule);
        if (Files.exists(jtl) && Files.size(jtl) > 0) {
            Jtl.read(jtl, row -> samples.add(row, row.kind(opensNoSocket)));
        }
        return samples;
    }

    private void add(RecordedRequest row, Kind kind) {
        count++;
        failed |= !row.success();
        rows.computeIfAbsent(kind, _ -> new LinkedHashMap<>())
                .computeIfAbsent(label(row), _ -> new Samples(load, Optional.empty(), List.of()))
                .add(row);
        if (kind == Kind.REQUEST) {
            starts.accept(row.startMillis());
            users.merge(Math.min(row.thread(), load.users()), row.startMillis(), Math::min);
        }
        if (!row.success() && kind != Kind.TRANSACTION) {      // a transaction's failed request has its own row
            addFailure(label(row) + ": " + row.problem());
        }
    }

    private void addFailure(String kind) {
        if (failures.size() < MOST_KINDS || failures.containsKey(kind)) {
            failures.merge(kind, 1L, Long::sum);
        }
    }

    private static String label(RecordedRequest row) {
        return row.label().isEmpty() ? "(no label)" : row.label();
    }

    Load load() {
        return load;
    }

    long count() {
        return count;
    }

    /** Whether a row failed, of any kind and at any time. */
    boolean failed() {
        return failed;
    }

    /** How often each failure occurred, at any time. */
    Map<String, Long> failures() {
        return failures;
    }

    /** What helps against the failures, if JMeter kept its connections. */
    List<String> remedies() {
        return failures.keySet().stream()
                .map(RecordedRequest::remedy)
                .filter(remedy -> !remedy.isEmpty())
                .distinct()
                .sorted()
                .toList();
    }

    private Samples requests() {
        return new Samples(load, schedule, labels(Kind.REQUEST).values());
    }

    private SequencedMap<String, Samples> labels(Kind kind) {
        return rows.getOrDefault(kind, new LinkedHashMap<>());
    }

    /** When requests started, at any time. */
    LongSummaryStatistics starts() {
        return starts;
    }

    /** How many of the load's users sent a request; 0 if unknown. */
    int users() {
        return users.containsKey(0L) ? 0 : users.size();
    }

    /** When the last of the load's users sent its first request; empty if unknown. */
    OptionalLong lastUserStart() {
        return users() == 0 ? OptionalLong.empty()
                : OptionalLong.of(Collections.max(users.values()));
    }

    /**
     * The window that the figures are about: from the warm-up's end until the first user stops or the last request
     * starts. Without a warm-up, it is the whole run, as in JMeter's dashboard.
     *
     * @param seconds how long each user sends requests; 0 if unknown
     */
    Edges window(int warmupSeconds, int seconds, Prediction predicted) {
        long first = starts.getMin();
        if (warmupSeconds == 0) {
            return new Edges(first, requests().lastEnd() + 1);
        }
        long from = first + 1_000L * warmupSeconds;
        long stop = seconds == 0 ? starts.getMax() : Math.min(starts.getMax(), first + 1_000L * seconds);
        return within(from, Math.max(from, stop), predicted);
    }

    Edges within(long from, long to, Prediction predicted) {
        return requests().edges(from, to, predicted);
    }

    Requests requests(Edges window) {
        return requests().requests(window, Double.NaN);
    }

    /** Figures by label. */
    SequencedMap<String, Requests> table(Kind kind, Edges window) {
        SequencedMap<String, Requests> table = new LinkedHashMap<>();
        labels(kind).forEach((label, some) -> table.put(label, some.requests(window, Double.NaN)));
        table.values().removeIf(each -> each.latencies() + each.failed() == 0);
        return table;
    }
}
