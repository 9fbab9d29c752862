package lab.report;

import java.util.List;

/**
 * Which of the usual mistakes a report of this kind could make, after G. Heiser's list "Systems Benchmarking Crimes",
 * and what is done about each; first row the head.
 */
final class Crimes {
    static final List<List<String>> ROWS = List.of(
            List.of("benchmarking crime", "how it could happen here", "what is done about it"),
            List.of("selective benchmarking", "only loads at which one contender wins",
                    "The experiments cpu-bound, database-permits and pinned are controls in which virtual threads win "
                            + "nothing or lose. One report is one experiment: read it with them."),
            List.of("a subset for the whole", "loads or runs left out without a word",
                    "What was left out is said with the verdict, and why; results.csv has every run."),
            List.of("throughput taken for cost", "the same throughput with idle cores passes for the same cost",
                    "CPU time per request is a figure of its own, with a check of its own."),
            List.of("no sign of significance", "a difference by chance passes for one",
                    "From two repetitions on a ratio has a confidence interval that assumes no distribution; ≈ marks "
                            + "what shows no difference."),
            List.of("means of ratios", "an arithmetic mean over loads or contenders",
                    "There is no mean over them. A ratio is the median of pairs, taken on logarithms."),
            List.of("a simplified system", "a service that waits stands for a real one; service two for others'",
                    "Not avoided: the report is about waiting and threads, not about databases or frameworks."),
            List.of("calibrated by what it tests", "a prediction that is fitted to the measurement",
                    "Predictions and hypotheses are known before the run. The CPU ceiling is not: it uses the measured "
                            + "cost, caps a prediction and confirms none."),
            List.of("no proper baseline", "a pool too small, or tuned badly",
                    "The size of each pool is said; comparison, pool-sweep and spring have one as large as the load."),
            List.of("only against oneself", "our own three modes only",
                    "They share the code of the wire. --contender.NAME 'command: …' measures anyone else's."),
            List.of("unfair to others", "other work, another share of the machine, a cold JVM",
                    "Calls, connections and answers are counted; contenders take turns; others' use of the machine "
                            + "and compilation are checked. The JVM options are the same for our modes; another "
                            + "program brings its own."),
            List.of("missing platform", "figures without their machine",
                    "It stands above, with JDK, options, limits and commit."),
            List.of("relative figures only", "ratios without what they are made of",
                    "The tables have all absolute figures, throughput with its spread and beside its prediction."));

    private Crimes() {
    }
}
