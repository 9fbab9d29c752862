package classroom.run;

import common.commandline.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lab.define.Experiment;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run;
import lab.run.ExperimentProgress;
import lab.run.ExperimentRunner;

/**
 * Free play: each run adds a row, which stays until the class ends. Any thread may use it; what is told of a run comes
 * from the worker's thread.
 */
public final class FreePlay {
    /** What it is called while it runs. */
    public static final String NAME = "free play";
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int MOST_ROWS = 200;
    private static final int LONGEST_NAME = 60;

    private final Experiments experiments;
    private final Worker worker;
    private final Changes changes;
    private final List<PlayRow> rows = new ArrayList<>();      // guarded by this, as are the next ones
    private int lastId;
    private Position position;                                 // of the last row's run; null where none is on
    private Pictures pictures;                                 // of the latest run; null before the first

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
        long whole = whole(experiment);
        if (rows.size() >= MOST_ROWS) {
            throw new NotNow("there are " + MOST_ROWS + " rows: export them, and start the class again");
        }
        Prediction predicted =
                ExperimentRunner.predict(experiment, experiment.contenders().getFirst(), experiment.loads().getFirst());
        PlayRow row = new PlayRow(lastId + 1, name, settings, predicted, null);
        Pictures own = new Pictures(each -> each);
        worker.begin(NAME, () -> carryOut(row.id(), experiment, own), outcome -> end(row.id(), outcome));
        lastId++;
        rows.add(row);      // the worker's thread waits for this object before it tells anything
        pictures = own;
        position = new Position(0, "starting", System.currentTimeMillis() + whole, whole);
        changes.tell();
    }

    private static long whole(Experiment experiment) throws UsageException {
        Duration longest = ExperimentRunner.longest(experiment);
        if (longest.compareTo(LONGEST) > 0) {
            throw new UsageException("it would take up to " + ExperimentProgress.text(longest) + ", because a request "
                    + "would take that long in the queue; here a run may take " + ExperimentProgress.text(LONGEST)
                    + ": take fewer users, shorter waits or more threads");
        }
        return longest.toMillis();
    }

    private void carryOut(int id, Experiment experiment, Pictures own) throws Exception {
        Outcome outcome = experiments.carryOut(experiment, own, this::at);
        synchronized (this) {
            replace(find(id).with(outcome.runs().getFirst()));
        }
    }

    private synchronized void at(Position now) {
        position = now;
        changes.tell();
    }

    private synchronized void end(int id, Worker.Outcome outcome) {
        position = null;
        PlayRow row = find(id);
        switch (outcome.end()) {
            case DONE -> { }      // the row has what was measured
            case STOPPED -> rows.remove(row);
            case FAILED -> replace(row.with(failed(row, outcome.why())));
        }
        changes.tell();
    }

    private static Run failed(PlayRow row, String why) {
        PlaySettings settings = row.settings();
        Load load = settings.users() > 0 ? Load.closed(settings.path(), settings.users())
                : Load.open(settings.path(), settings.rate());
        return Run.failed(settings.contenderName(), load, 1, row.predicted(), why);
    }

    /** Names a row, or renames it. */
    public synchronized void name(int id, String name) throws UsageException {
        checkName(name);
        PlayRow row = rows.stream().filter(each -> each.id() == id).findFirst()
                .orElseThrow(() -> new UsageException("there is no row " + id));
        replace(row.named(name));
        changes.tell();
    }

    private static void checkName(String name) throws UsageException {
        if (name.length() > LONGEST_NAME || name.chars().anyMatch(Character::isISOControl)) {
            throw new UsageException("a name has at most " + LONGEST_NAME + " characters, in one line");
        }
    }

    private PlayRow find(int id) {
        return rows.stream().filter(each -> each.id() == id).findFirst().orElseThrow();
    }

    private void replace(PlayRow row) {
        rows.replaceAll(each -> each.id() == row.id() ? row : each);
    }

    public synchronized List<PlayRow> rows() {
        return List.copyOf(rows);
    }

    /** How far the latest row's run is; empty where none is on. */
    public synchronized Optional<Position> position() {
        return Optional.ofNullable(position);
    }

    /** Of the latest run. */
    public synchronized Optional<Pictures> pictures() {
        return Optional.ofNullable(pictures);
    }
}
