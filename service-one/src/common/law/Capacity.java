package common.law;

import common.law.LittlesLaw.Station;
import common.mode.Mode.Limit;
import common.mode.Wait;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The amount of each resource that a request may hold while it waits.
 *
 * @param held    the waits during which a request holds each limit, as its mode declares them
 * @param workers the maximum number of threads for the event loops' blocking work
 */
public record Capacity(Map<Limit, Set<Wait>> held, int threads, int connections, int carriers, int workers) {
    /** The most requests in service at once. */
    public int limit() {
        return held.containsKey(Limit.THREADS) ? Math.min(threads, connections) : connections;
    }

    /**
     * Requests queue for these resources before their service.
     *
     * @param seconds the average request's time in each kind of wait
     * @param inside  what they queue for later
     */
    public LittlesLaw law(ToDoubleFunction<Wait> seconds, List<Station> inside) {
        double total = Stream.of(Wait.values()).mapToDouble(seconds).sum();
        List<Station> entry = new ArrayList<>(List.of(new Station("connections", connections, total)));
        held.forEach((limit, waits) ->
                entry.add(new Station(words(limit), count(limit), waits.stream().mapToDouble(seconds).sum())));
        return new LittlesLaw(total, entry, inside);
    }

    /** The station's name, which is the bound if it limits the throughput. */
    public static String words(Limit limit) {
        return limit.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private int count(Limit limit) {
        return switch (limit) {
            case THREADS -> threads;
            case CARRIERS -> carriers;
            case WORKER_THREADS -> workers;
        };
    }
}
