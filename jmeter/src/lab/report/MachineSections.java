package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Run.Measurement;
import lab.judge.Run.RemoteGenerator;
import lab.judge.Run.WarmUp;
import lab.judge.Run;
import lab.judge.Spread;
import lab.report.Figures.Column;
import lab.run.GeneratorCeiling;

/** The sections about what the figures were made with: compiler and machine, other machines, environment and method. */
final class MachineSections {
    /** What the JVM and the machine did beside the requests, for the page and for the CSV. */
    static final Map<String, ToDoubleFunction<Measurement>> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("compiler CPU s", m -> m.compilation().compilerSeconds());
        FIGURES.put("compiler waited %", m -> 100 * m.compilation().waited());
        FIGURES.put("methods queued", m -> m.jvm().compileQueue());
        FIGURES.put("collector CPU s", m -> m.compilation().collectorSeconds());
        FIGURES.put("throttled %", m -> 100 * m.machine().contention().throttledShare());
        FIGURES.put("pressure on cores %", m -> 100 * m.machine().contention().cpuPressure());
        FIGURES.put("pressure on memory %", m -> 100 * m.machine().contention().memoryPressure());
        FIGURES.put("stolen %", m -> 100 * m.stolenShare());
        FIGURES.put("round trip µs", m -> 1e6 * m.yardsticks().roundTrip());
    }

    /** Many columns: a cell may become two lines, but not in the middle of its brackets. */
    private static final String UNBROKEN_DASH = "\u2060–\u2060";
    private static final String MACHINE = """
            Medians of the repetitions, in brackets the least and the greatest. Compiler and collector: CPU time of \
            their threads, by the kernel's account. Waited: the share of the window in which a compiler thread was \
            ready and had no core, of that thread which waited longest, in the half in which it waited less. Queued: \
            methods that waited for the compiler right after the window. Throttled: the share of the periods in which \
            a limit on CPU time (cgroup) stopped the programs. Pressure: the share of the window in which some program \
            of the machine waited for a core, or for memory. JMeter is one of them, and yields to all others, so a \
            high pressure on the cores is usual and breaks no rule. Stolen: the part of the CPU time that was wanted \
            and given to others by the hypervisor. Round trip: CPU time to send a byte over loopback to another thread \
            and to get it back, just before the run.""";
    private static final String SERVICE_TWO = """
            Service two ran on another machine: its CPU time is what it told of itself, and no part of what this \
            machine's cores did. What it opens and holds there is not known here.""";
    private static final String CLOCKS = """
            How windows are aligned: JMeter stamps a sample by the clock of the machine that made it, and no clock but \
            this machine's counts here. Before each run each generator was asked eight times for its clock. The \
            quickest question counts: the answer was given between question and answer, so the middle is wrong by half \
            the time between them at most. All samples of that generator were moved by the difference, and only then \
            put into the window. It was asked again each second; what the clocks have surely drifted apart is part of \
            the error.""";
    private static final String CPU = """
            A generator's CPU time is what it told of itself; JMeter in the other tables and charts is the one on this \
            machine, which gives the orders and gets the samples. Whether the users were all there is checked by \
            Little's law, from what was answered.""";
    private static final String RUNS = """
            Each run has fresh processes of service one, service two and JMeter. Under each load the contenders take \
            turns, in each repetition another one first. The warm-up ends when throughput and CPU time per request \
            are steady, or at its limit; before an open loop it always has its full length. The window is cut to an \
            even number of the times in flight that were measured, so that its halves can be compared. Latencies are \
            those of all answers, by nearest rank; in a closed loop of the requests that were answered in the window, \
            in an open loop of those that were sent in it, so that late answers count. When a request of an open loop \
            was to be sent is known to the millisecond: JMeter draws all arrivals from a seed before it begins, they \
            are drawn again for the checks, and the number of a request's thread tells which of them it is. \
            Each user of a closed loop sends its next request when it has an answer: when the service is slow it asks \
            less often, so closed-loop latencies understate what arrivals that don't wait would see.""";
    private static final String WARM_UP = """
            Before its load each contender is warmed by work: it gets the load's requests from up to 256 connections, \
            while service two's waits are some milliseconds and none of its calls fail; at least 10,000 of them, \
            where six seconds are enough for that, and then until the JVM's compilers have next to nothing to do and \
            a request's CPU time stays within a third; for ten seconds at most, or the longest warm-up where that is \
            more. Then service two announces its own waits again, and the load begins. The garbage that this leaves, \
            some 6 KB for a request of service one's, is part of the resident memory, and a pool that has threads to \
            spare has started up to 32 of them for it. Here it took %s requests in %s s (least and greatest of all \
            runs).""";
    /**
     * Which of the usual mistakes a report of this kind could make, after G. Heiser's list "Systems Benchmarking
     * Crimes", and what is done about each.
     */
    static final List<List<String>> CRIMES = List.of(
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

    /** What the load generator could make, beside the predictions; nothing where that was not measured. */
    static List<String> ceiling(Analysis analysis) {
        return Stream.ofNullable(analysis.results().environment().get(GeneratorCeiling.NAME)).toList();
    }

    static String beside(Analysis analysis) {
        List<Column> columns = new ArrayList<>();
        FIGURES.forEach((head, value) -> columns.add(new Column(head, point -> spread(point, value))));
        return Html.section("What the compiler and the machine did", Html.table("figures-table many",
                Figures.table(analysis, columns), MACHINE));
    }

    private static String spread(Point point, ToDoubleFunction<Measurement> value) {
        Spread spread = Spread.of(point.shown().stream().map(Run::measured).mapToDouble(value).toArray());
        return spread.isKnown() ? spread.text().replace("–", UNBROKEN_DASH) : Numbers.UNKNOWN;
    }

    private static Stream<Measurement> measured(Analysis analysis) {
        return analysis.results().runs().stream().filter(Run::isMeasured).map(Run::measured);
    }

    /** Those that were not service one's, a row for each generator over all runs; nothing where all ran on one. */
    static String others(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("load made by", "cores", "JMeter's share of them, at most", "clock ahead, ms",
                "known to, ms"));
        measured(analysis).flatMap(m -> m.elsewhere().generators().stream())
                .collect(Collectors.groupingBy(RemoteGenerator::address, LinkedHashMap::new, Collectors.toList()))
                .forEach((address, all) -> {
                    double share = measured(analysis).flatMapToDouble(m -> m.elsewhere().generators().stream()
                            .filter(each -> each.address().equals(address))
                            .mapToDouble(each -> each.share(m.seconds()))).max().orElseThrow();
                    var ahead = all.stream().mapToDouble(RemoteGenerator::clockAhead).summaryStatistics();
                    double error = all.stream().mapToDouble(RemoteGenerator::clockError).max().orElseThrow();
                    rows.add(List.of(address, "" + all.getFirst().cores(),
                            Double.isNaN(share) ? "not known" : Numbers.percent(share, 0),
                            String.format(Locale.ROOT, "%,.1f to %,.1f", ahead.getMin(), ahead.getMax()),
                            String.format(Locale.ROOT, "%,.1f", error)));
                });
        boolean serviceTwo = measured(analysis).anyMatch(m -> m.elsewhere().serviceTwo());
        return Html.section("Other machines", Html.table("figures-table", rows, CLOCKS, CPU)
                + Html.paragraphs(serviceTwo ? List.of(SERVICE_TWO) : List.of()));
    }

    static String method(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>(List.of(List.of("", "")));
        analysis.results().environment().forEach((name, value) -> rows.add(List.of(name, value)));
        analysis.results().experiment().contenders()
                .forEach(contender -> rows.add(List.of("contender " + contender.name(), contender.specification())));
        return Html.section("Machine and method", Html.table("text-table", rows, RUNS)
                + Html.paragraphs(warmUp(analysis)) + Html.table("text-table", CRIMES));
    }

    /** How the contenders were warmed by work before their loads; nothing where that was not wanted. */
    static List<String> warmUp(Analysis analysis) {
        List<WarmUp> warmUps = measured(analysis).map(Measurement::warmUp).filter(warmUp -> warmUp.requests() > 0)
                .toList();
        return warmUps.isEmpty() ? List.of() : List.of(String.format(WARM_UP, range(warmUps, WarmUp::requests),
                range(warmUps, WarmUp::seconds)));
    }

    private static String range(List<WarmUp> warmUps, ToDoubleFunction<WarmUp> value) {
        Spread spread = Spread.of(warmUps.stream().mapToDouble(value).toArray());
        return Numbers.text(spread.least()) + " to " + Numbers.text(spread.greatest());
    }
}
