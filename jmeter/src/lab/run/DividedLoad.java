package lab.run;

import common.commandline.UsageException;
import java.util.List;
import java.util.stream.Collectors;
import lab.define.Experiment;
import lab.define.Load;

/**
 * The loads of an experiment whose users are divided among several generators. JMeter gives each generator the same
 * plan, so each plays as many users, and a number that cannot be divided is rounded up. Stateless.
 */
final class DividedLoad {
    private DividedLoad() {
    }

    /**
     * An experiment whose loads can be divided among so many.
     *
     * @param notes is told which loads are others than those that were asked for
     */
    static Experiment of(Experiment experiment, int machines, List<String> notes) throws UsageException {
        if (machines == 1) {
            return experiment;
        }
        if (experiment.loads().stream().anyMatch(Load::isBurst)) {
            throw new UsageException("--burst: several generators cannot send at the same moment; --remote takes one");
        }
        String rounded = experiment.loads().stream().filter(load -> load.users() % machines != 0)
                .map(load -> load.label() + " became " + of(load, machines).label()).distinct()
                .collect(Collectors.joining(", "));
        if (!rounded.isEmpty()) {
            notes.add(rounded + ": each of " + machines + " generators plays as many.");
        }
        return experiment.with(experiment.loads().stream().map(load -> of(load, machines)).distinct().toList());
    }

    /** Arrivals can be divided by anything. */
    private static Load of(Load load, int machines) {
        return load.isOpen() ? load : Load.closed(load.path(), Math.ceilDiv(load.users(), machines) * machines);
    }
}
