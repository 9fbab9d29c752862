package lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Run.Requests;

/**
 * Where the measured window begins and ends, in milliseconds since 1970. Users who started together are answered
 * together, in groups, one per time in flight; a window of nine and a half such times holds nine groups or ten, by
 * chance. So its end is moved back until it holds a whole and even number of the times in flight that were measured, or
 * of bursts: even, because its two halves are compared.
 */
record Edges(long from, long to) {

    static Edges of(long from, long to, Load load, Prediction predicted, Path jtl) throws IOException {
        return switch (load.kind()) {
            case OPEN -> new Edges(from, to);
            case BURST -> wholeBursts(from, to, Bursts.starts(jtl));
            case CLOSED -> wholeTimes(from, to, timeInFlight(Window.read(jtl, from, to, load.kind()), load, predicted));
        };
    }

    static Edges wholeBursts(long from, long to, List<Long> starts) {
        List<Long> within = starts.stream().filter(start -> start >= from && start <= to).toList();
        // Between so many starts lies one burst less.
        return within.size() < 2 ? new Edges(from, to)
                : new Edges(within.getFirst(), within.get(even(within.size() - 1)));
    }

    /** The part of the latency in which a request is worked on, and not queued for a thread. NaN where not known. */
    private static double timeInFlight(Requests requests, Load load, Prediction predicted) {
        return requests.latency() == null ? Double.NaN : requests.latency()
                .mean() * predicted.inFlight() / load.users();
    }

    /** @param time in milliseconds; NaN: the window as it is */
    static Edges wholeTimes(long from, long to, double time) {
        double times = Math.floor((to - from) / time);
        return times >= 1 ? new Edges(from, from + Math.round(even((int) times) * time)) : new Edges(from, to);
    }

    private static int even(int number) {
        return number == 1 ? 1 : number - number % 2;
    }
}
