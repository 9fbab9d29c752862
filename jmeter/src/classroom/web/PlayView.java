package classroom.web;

import classroom.run.FreePlay;
import classroom.run.PlayRow;
import classroom.run.PlaySettings;
import java.util.List;
import lab.judge.Metric;
import lab.judge.Run;

/** Free play as the page shows it. Immutable; null is not known, or not yet. */
public record PlayView(List<RowView> rows, PlayRunView run) {

    /** One row. */
    public record RowView(int id, String name, String mode, int threads, int users, int rate, String path, int delay,
            int stageDelay, String jvm, Predicted predicted, Measured measured, List<String> findings, String failure) {

        static RowView of(PlayRow row) {
            PlaySettings set = row.settings();
            Predicted predicted = new Predicted(Known.orNull(row.predicted().throughput()),
                    Known.orNull(1e3 * row.predicted().latency()));
            return new RowView(row.id(), row.name(), set.mode(), set.threads(), set.users(), set.rate(), set.path(),
                    set.delay(), set.stageDelay(), set.jvm(), predicted,
                    row.isMeasured() ? Measured.of(row.run()) : null,
                    row.findings(), row.run() == null ? "" : row.run().failure());
        }
    }

    /** By Little's law. */
    public record Predicted(Double throughput, Double latencyMillis) {
    }

    /** @param inFlight throughput times mean latency */
    public record Measured(Double throughput, Double p50, Double p99, Double meanMillis, Double inFlight,
            Double cpuMicros, Double memoryMib) {
        static Measured of(Run run) {
            return new Measured(ResultView.value(run, Metric.THROUGHPUT), ResultView.value(run, Metric.P50),
                    ResultView.value(run, Metric.P99), ResultView.value(run, Metric.MEAN),
                    Known.orNull(run.measured().effectiveConcurrency()),
                    ResultView.value(run, Metric.CPU_PER_REQUEST), ResultView.value(run, Metric.RSS));
        }
    }

    /** Of which row, and how far it is. */
    public record PlayRunView(int row, String phase, long leftMillis, long wholeMillis) {
    }

    static PlayView of(FreePlay play) {
        List<PlayRow> rows = play.rows();
        PlayRunView run = play.position().filter(_ -> !rows.isEmpty()).map(position -> new PlayRunView(
                rows.getLast().id(), position.phase(), position.left(), position.whole())).orElse(null);
        return new PlayView(rows.stream().map(RowView::of).toList(), run);
    }
}
