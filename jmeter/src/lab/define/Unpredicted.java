package lab.define;

import common.commandline.UsageException;
import java.util.Optional;
import lab.define.Experiment.Faults;

/** Where Little's law would need more than a line, or would not be true: then why nothing is predicted. */
final class Unpredicted {
    /** Arrivals at random are in flight in numbers that vary by their root: nearly never by more than four of it. */
    private static final double DEVIATIONS = 4;

    private Unpredicted() {
    }

    static Optional<Prediction> because(Experiment experiment, Contender contender, Load load, KnownRoute route) {
        Faults faults = experiment.faults();
        String why = route.calls().isEmpty() ? ""
                : faults.resetPercent() > 0 ? "resets: a call is repeated where its connection had been used before"
                : faults.slowStartSeconds() > 0 ? "slow start: waits change while it is measured"
                : load.isBurst() && !faults.equals(Faults.NONE) ? "bursts: they last as long as their slowest request"
                : faults.failCalls() && experiment.authorizePermits() > 0 ? "faults and permits together"
                : faults.hangPercent() > 0 && contender.isCommand() ? "hanging calls: the program's patience is its own"
                : "";
        return why.isEmpty() ? Optional.empty() : Optional.of(Prediction.none(why, faults.failCalls()));
    }

    /** Where there may be more calls than the limit on them, which a request can meet at any of its calls. */
    static Optional<Prediction> refused(Prediction free, Contender contender, Load load, Outcome outcome)
            throws UsageException {
        int most = contender.isCommand() ? 0 : contender.under(load).option("--max-calls", 0);
        boolean calls = outcome.answered() > 0;
        double varying = load.isOpen() ? DEVIATIONS * Math.sqrt(free.inFlight()) : 0;
        return most == 0 || !calls || free.inFlight() + varying <= most ? Optional.empty()
                : Optional.of(Prediction.none("--max-calls: a refused client may come again, or not", true));
    }
}
