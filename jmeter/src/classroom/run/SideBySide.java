package classroom.run;

import module java.base;
import classroom.page.Changes;
import common.commandline.CommandLine.UsageException;
import common.http.PageServer.Refusal;
import lab.define.Experiment;
import lab.define.ExperimentFile;

/**
 * Runs {@code pool} and {@code loom} under the same small load. They share the cores, so nothing is measured.
 * Any thread may begin a run, and the worker's thread carries it out.
 */
public final class SideBySide {
    public static final String NAME = "side by side";
    private static final int MOST_USERS = 200;
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final Experiments experiments;
    private final Worker worker;
    private final Changes changes;
    private String failure = "";      // guarded by this

    public SideBySide(Experiments experiments, Worker worker, Changes changes) {
        this.experiments = experiments;
        this.worker = worker;
        this.changes = changes;
    }

    public synchronized void begin(int users) throws UsageException, Refusal {
        if (users < 1 || users > MOST_USERS) {
            throw new UsageException("users: from 1 to " + MOST_USERS + " on each side; both sides share this machine");
        }
        // A pool of ten threads has a queue even under a small load.
        List<Experiment> sides = List.of(side("pool", "pool --threads 10", users), side("loom", "loom", users));
        worker.begin(NAME, LONGEST,
                (pictures, _) -> experiments.watch(sides, pictures, LONGEST), () -> { }, this::setFailure);
        setFailure("");
    }

    private static Experiment side(String name, String contender, int users) throws UsageException {
        return ExperimentFile.parse("side-by-side", "# Side by side", Map.of("users", Integer.toString(users),
                "seconds", Long.toString(LONGEST.toSeconds()), "repeat", "1", "contender." + name, contender));
    }

    private synchronized void setFailure(String why) {
        failure = why;
        changes.announce();
    }

    public synchronized String failure() {
        return failure;
    }
}
