package lab.report;

import common.text.Numbers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.judge.Results;
import lab.judge.Run.WarmUp;
import lab.judge.Run;
import lab.judge.Spread;

/** Says how the contenders were warmed by work before their loads, and where that was not enough. Stateless. */
final class WarmUps {
    private static final String METHOD = """
            Before its load each contender is warmed by work: it gets the load's requests from up to 256 connections, \
            while service two's waits are some milliseconds and none of its calls fail; at least 10,000 of them, \
            where six seconds are enough for that, and then until the JVM's compilers have next to nothing to do and \
            a request's CPU time stays within a third; for ten seconds at most, or the longest warm-up where that is \
            more. Then service two announces its own waits again, and the load begins. The garbage that this leaves, \
            some 6 KB for a request of service one's, is part of the resident memory, and a pool that has threads to \
            spare has started up to 32 of them for it. Here""";

    /** Nothing where that was not wanted. */
    static List<String> done(Results results) {
        Spread requests = spread(results, WarmUp::requests);
        Spread seconds = spread(results, WarmUp::seconds);
        return !requests.isKnown() ? List.of() : List.of(METHOD + " it took " + range(requests, "requests") + " in "
                + range(seconds, "s") + " (least and greatest of all runs).");
    }

    private static String range(Spread spread, String unit) {
        return Numbers.text(spread.least()) + " to " + Numbers.text(spread.greatest()) + " " + unit;
    }

    private static Spread spread(Results results, ToDoubleFunction<WarmUp> value) {
        return Spread.of(all(results).map(run -> run.measured().warmUp()).filter(warmUp -> warmUp.requests() > 0)
                .mapToDouble(value).toArray());
    }

    private static Stream<Run> all(Results results) {
        return results.runs().stream().filter(Run::isMeasured);
    }

    /** What kept some of them from being warm, the contenders of the same problem in one sentence. */
    static List<String> problems(Results results) {
        Map<String, List<String>> contenders = all(results)
                .filter(run -> !run.measured().warmUp().problem().isEmpty())
                .collect(Collectors.groupingBy(run -> run.measured().warmUp().problem(), LinkedHashMap::new,
                        Collectors.mapping(run -> run.contender() + " at " + run.load().label(),
                                Collectors.toList())));
        return contenders.entrySet().stream().map(each -> "Warm-up: " + each.getKey() + ": "
                + String.join(", ", each.getValue().stream().distinct().toList()) + ".").toList();
    }
}
