package classroom.run;

import module java.base;
import common.commandline.UsageException;
import experiment.Experiment;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import lab.run.RunObserver;

/** Free play: a row for each run that was not stopped. Any thread may use this object. */
public final class FreePlay {
    static final String NAME = "free play";
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int LONGEST_NAME = 60;

    /** @param run null until the run has ended */
    public record PlayRow(int id, String name, PlaySettings settings, Prediction predicted,
            Run run) {
        public PlayRow {
            if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
                throw new UsageException("a name has at most " + LONGEST_NAME
                        + " characters, in one line");
            }
        }

        public boolean isMeasured() {
            return run != null && run.isMeasured();
        }

        public String failure() {
            return run == null ? "" : run.failure();
        }
    }

    private final Worker worker;
    private final SortedMap<Integer, PlayRow> rows = new TreeMap<>();      // by id, guarded by this

    public FreePlay(Worker worker) {
        this.worker = worker;
    }

    public synchronized void run(PlaySettings settings, String name) {
        Experiment experiment = settings.experiment();
        Duration longest = ExperimentRunner.longestDuration(experiment, Policy.CLASS);
        if (longest.compareTo(LONGEST) > 0) {
            throw new UsageException("the run could take " + RunObserver.text(longest)
                    + ", because requests "
                    + "would wait in the queue. A run here may take at most "
                    + RunObserver.text(LONGEST)
                    + ". Choose fewer users, shorter waits or more threads");
        }
        String contender = experiment.contenders().getFirst().name();
        Load load = experiment.loads().getFirst();
        Prediction predicted =
                ExperimentRunner.predict(experiment, experiment.contenders().getFirst(), load);
        int id = rows.isEmpty() ? 1 : rows.lastKey() + 1;
        PlayRow row = new PlayRow(id, name, settings, predicted, null);
        worker.begin(NAME, experiment, false, measured -> set(id, measured.runs().getFirst()),
                () -> remove(id), why -> set(id, Run.failed(contender, load, 1, predicted, why)));
        // This object's monitor keeps the worker's thread from replacing or removing the row before it exists.
        rows.put(id, row);
        worker.changes().announce();
    }

    private synchronized void set(int id, Run run) {
        rows.computeIfPresent(id,
                (_, row) -> new PlayRow(id, row.name, row.settings, row.predicted, run));
        worker.changes().announce();
    }

    private synchronized void remove(int id) {
        rows.remove(id);
        worker.changes().announce();
    }

    public synchronized void name(int id, String name) {
        if (rows.computeIfPresent(id, (_, row) ->
                new PlayRow(id, name, row.settings, row.predicted, row.run)) == null) {
            throw new UsageException("there is no row " + id);
        }
        worker.changes().announce();
    }

    public synchronized List<PlayRow> rows() {
        return List.copyOf(rows.values());
    }
}
