package classroom.run;

import common.process.Child;
import java.io.IOException;
import java.util.Optional;
import lab.judge.Run;
import lab.run.RunObserver;
import load.HostPort;
import load.ServiceOne;

/**
 * Has pictures made of each contender that is a service one, and its stack trace taken where that is wanted. Used by
 * the thread that carries the experiment out.
 */
final class Watcher implements RunObserver {
    private final Pictures pictures;
    private final RunProgress progress;
    private final boolean wantsTraces;
    private final Traces traces = new Traces();

    Watcher(Pictures pictures, RunProgress progress, boolean wantsTraces) {
        this.pictures = pictures;
        this.progress = progress;
        this.wantsTraces = wantsTraces;
    }

    /** Thousands of requests a second would be what the room sees first. */
    @Override
    public boolean allowsWarmUpByWork() {
        return false;
    }

    @Override
    public void ready(Child contender, String address) throws IOException, InterruptedException {
        int colon = address.lastIndexOf(':');
        HostPort place = new HostPort(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        Optional<ServiceOne> serviceOne = ServiceOne.at(place);
        if (serviceOne.isPresent()) {      // a command of the user's own has no such figures
            if (wantsTraces) {
                traces.take(progress.contender(), place);
            }
            pictures.begin(progress.contender(), serviceOne.get().stats());
        }
    }

    /** What stays beside the next contender's picture is the load, not its running out. */
    @Override
    public void windowEnds() {
        pictures.end(progress.contender());
    }

    @Override
    public String ended(Run run, String outcome) {
        pictures.end(run.contender());
        return outcome;
    }

    Traces traces() {
        return traces;
    }
}
