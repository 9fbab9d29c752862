package classroom.run;

import classroom.http.Changes;
import common.commandline.CommandLine.UsageException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import lab.define.Experiment;
import lab.define.Prediction;
import lab.judge.Run;
import lab.judge.ValidityRules;
import lab.run.ExperimentProgress;
import lab.run.ExperimentRunner;

/**
 * Free play: each run adds a row, which stays until the class ends. Any thread may use it; what is told of a run comes
 * from the worker's thread.
 */
public final class FreePlay {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int MOST_ROWS = 200;
    private static final int LONGEST_NAME = 60;

    /**
     * One run, before, during and after it.
     *
     * @param id   from 1
     * @param name that somebody gave it; may be empty
     * @param run  what was measured, or why not; null until then
     */
    public record PlayRow(int id, String name, PlaySettings settings, Prediction predicted, Run run) {
        /** Whether there is something to compare. */
        public boolean isMeasured() {
            return run != null && run.isMeasured();
        }

        /** Whether it was run and there is nothing to compare. */
        boolean hasFailed() {
            return run != null && !run.isMeasured();
        }

        /** Why there is nothing to compare; empty where there is, or is not yet. */
        public String failure() {
            return run == null ? "" : run.failure();
        }

        /** What the report's rules say against it. */
        public List<String> findings() {
            return isMeasured() ? ValidityRules.findings(run) : List.of();
        }

        PlayRow named(String other) {
            return new PlayRow(id, other, settings, predicted, run);
        }

        PlayRow with(Run result) {
            return new PlayRow(id, name, settings, predicted, result);
        }
    }

    private final Experiments experiments;
    private final Worker worker;
    private final Changes changes;
    /** By their ids; guarded by this, as is the next one. */
    private final Map<Integer, PlayRow> rows = new LinkedHashMap<>();
    private int lastId;

    public FreePlay(Experiments experiments, Worker worker, Changes changes) {
        this.experiments = experiments;
        this.worker = worker;
        this.changes = changes;
    }

    /** Begins a run, whose row is there at once. */
    public synchronized void run(PlaySettings settings, String name) throws UsageException, NotNow {
        checkName(name);
        settings.check();
        Experiment experiment = settings.experiment();
        Duration longest = checkedDuration(experiment);
        if (rows.size() >= MOST_ROWS) {
            throw new NotNow("there are " + MOST_ROWS + " rows: export them, and start the class again");
        }
        Prediction predicted =
                ExperimentRunner.predict(experiment, experiment.contenders().getFirst(), experiment.loads().getFirst());
        int id = lastId + 1;
        worker.begin(Course.name(Course.FREE_PLAY), UnaryOperator.identity(), longest, (pictures, position) ->
                set(id, experiments.carryOut(experiment, pictures, position).runs().getFirst()),
                end -> end(id, experiment, end));
        lastId = id;
        rows.put(id, new PlayRow(id, name, settings, predicted, null));      // the worker's thread waits for this one
        changes.tell();
    }

    private static Duration checkedDuration(Experiment experiment) throws UsageException {
        Duration longest = ExperimentRunner.longest(experiment, false);
        if (longest.compareTo(LONGEST) > 0) {
            throw new UsageException("it would take up to " + ExperimentProgress.text(longest) + ", because a request "
                    + "would take that long in the queue; here a run may take " + ExperimentProgress.text(LONGEST)
                    + ": take fewer users, shorter waits or more threads");
        }
        return longest;
    }

    private synchronized void set(int id, Run run) {
        rows.computeIfPresent(id, (_, row) -> row.with(run));
    }

    private synchronized void end(int id, Experiment experiment, Worker.End end) {
        switch (end.how()) {
            case DONE -> { }      // the row has what was measured
            case STOPPED -> rows.remove(id);
            case FAILED -> set(id, Run.failed(experiment.contenders().getFirst().name(), experiment.loads().getFirst(),
                    1, rows.get(id).predicted(), end.why()));
        }
        changes.tell();
    }

    /** Names a row, or renames it. */
    public synchronized void name(int id, String name) throws UsageException {
        checkName(name);
        if (rows.computeIfPresent(id, (_, row) -> row.named(name)) == null) {
            throw new UsageException("there is no row " + id);
        }
        changes.tell();
    }

    private static void checkName(String name) throws UsageException {
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new UsageException("a name has at most " + LONGEST_NAME + " characters, in one line");
        }
    }

    public synchronized List<PlayRow> rows() {
        return List.copyOf(rows.values());
    }
}
