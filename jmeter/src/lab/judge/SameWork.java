package lab.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import lab.define.Contender;

/**
 * Whether the contenders under one load do the same work for a request; a ratio of two that don't says nothing of
 * their threads. Those that the most agree with are the measure; where as many agree with others, service one's are.
 * Immutable.
 *
 * @param work of each contender, in the experiment's order
 * @param alike the names of those that are the measure, service one's first; none where nothing is known of anybody's
 *              work
 */
public record SameWork(Map<String, WorkDone> work, List<String> alike) {

    static SameWork of(List<Contender> contenders, Map<String, List<Run>> runs) {
        Map<String, WorkDone> work = new LinkedHashMap<>();
        contenders.stream().filter(contender -> runs.containsKey(contender.name()))
                .forEach(contender -> work.put(contender.name(), WorkDone.of(runs.get(contender.name()))));
        List<List<String>> groups = new ArrayList<>();
        work.keySet().stream().filter(name -> work.get(name).tells()).forEach(name -> groups.stream()
                .filter(group -> work.get(group.getFirst()).difference(work.get(name)).isEmpty()).findFirst()
                .orElseGet(() -> added(groups)).add(name));
        List<String> own = contenders.stream().filter(contender -> !contender.isCommand()).map(Contender::name)
                .toList();
        Comparator<List<String>> larger = Comparator.comparing(List::size);
        List<String> alike = groups.stream().max(larger.thenComparing(group -> group.stream().anyMatch(own::contains)))
                .orElse(List.of());
        return new SameWork(work, alike.stream().sorted(Comparator.comparing(name -> !own.contains(name))).toList());
    }

    private static List<String> added(List<List<String>> groups) {
        groups.add(new ArrayList<>());
        return groups.getLast();
    }

    /** How a contender's work differs from that of the others, in words. */
    Optional<String> unlike(String contender) {
        if (alike.isEmpty() || alike.contains(contender)) {
            return Optional.empty();
        }
        WorkDone own = work.get(contender);
        WorkDone measure = work.get(alike.getFirst());
        String others = alike.size() == 1 ? alike.getFirst() : "the others";
        return own.difference(measure).map(difference -> switch (difference) {
            case CALLS -> String.format(Locale.ROOT, "%.1f calls per request%s, %s %.1f%s", own.calls(),
                    routes(own), others, measure.calls(), routes(measure));
            case CONNECTIONS -> String.format(Locale.ROOT, "%.1f new connections to service two per request, %s %.1f",
                    own.connections(), others, measure.connections());
            case ANSWERS -> String.format(Locale.ROOT, "answers of %,d bytes, %s %,d",
                    own.sample().orElseThrow().bytes(), others, measure.sample().orElseThrow().bytes());
        });
    }

    /** {@code  (authenticate, authorize, meetings)}; empty where there are none. */
    private static String routes(WorkDone done) {
        String routes = done.byRoute();
        return routes.isEmpty() ? "" : " (" + routes + ")";
    }

    /** Whether a contender's answer has other members than the others': to be known, but no other work. */
    boolean saysOther(String contender) {
        return !alike.isEmpty() && work.get(contender).saysOther(work.get(alike.getFirst()));
    }
}
