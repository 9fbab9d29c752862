package classroom.run;

import common.commandline.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.run.ExperimentProgress;
import lab.run.ExperimentRunner;

/** Tells the page where an experiment is. Used by the thread that carries it out. */
final class RunProgress implements ExperimentProgress {
    private final List<String> contenders;
    private final long whole;
    private final Consumer<Position> told;
    private int contender;
    private long afterwards;

    RunProgress(Experiment experiment, Consumer<Position> told) throws UsageException {
        this.contenders = experiment.contenders().stream().map(Contender::name).toList();
        this.whole = ExperimentRunner.longest(experiment).toMillis();
        this.told = told;
    }

    @Override
    public void begin(int number, int of, Contender next, Load load, Duration after) {
        contender = contenders.indexOf(next.name());
        afterwards = after.toMillis();
    }

    @Override
    public void phase(String phase, long millis) {
        told.accept(new Position(contender, phase, System.currentTimeMillis() + millis + afterwards, whole));
    }

    /** The one that runs now. */
    String contender() {
        return contenders.get(contender);
    }

    /** The next run's beginning, or the experiment's end, says more. */
    @Override
    public void end(String outcome) {
    }
}
