package lab.report;

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
import lab.results.Run.Measurement;
import lab.results.Run.RemoteGenerator;
import lab.results.Run.WarmUp;
import lab.results.Run;
import lab.results.Spread;
import lab.report.Figures.Column;
import lab.run.GeneratorCeiling;
import text.Numbers;

final class MachineSections {
    /** The names are column heads of results.csv, too. */
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

    /** A cell may wrap, but not inside its brackets. */
    private static final String UNBROKEN_DASH = "\u2060–\u2060";
    private static final String MACHINE = """
            Medians of the repetitions, with minimum and maximum in brackets. Compiler and collector: the CPU time of \
            their threads, as the kernel accounts for it. Waited: the share of the time in which a compiler thread was \
            ready to run but had no core. In each half of the window, the thread that waited longest counts. The table \
            shows the half with less waiting. Queued: methods that waited for the compiler right after the window. \
            Throttled: the share of the scheduling periods in which a CPU limit (cgroup) stopped the programs. \
            Pressure: the share of the window in which some program waited for a core, or for memory. JMeter runs at \
            low priority, so high pressure on the cores is normal and fails no check. Stolen: the share of the \
            requested CPU time that the hypervisor gave to other machines. Round trip: the CPU time to send a byte \
            over loopback to another thread and back, just before the run.""";
    private static final String SERVICE_TWO = """
            Service two ran on another machine. It reported its own CPU time, which is not counted for this machine. \
            Its open files and memory are not known here.""";
    private static final String CLOCKS = """
            How the clocks are compared: a request's time stamps come from the clock of the generator that sent it, \
            but this machine's clock decides when the window begins and ends. Before each run, each generator was \
            asked for its time eight times, and the quickest round trip counts. We assume that the generator read its \
            clock in the middle of the round trip. The error is at most half of the round trip, plus 1 ms for \
            rounding. All time stamps of the generator were shifted by the difference between the clocks. The \
            generator was asked again every second. The error includes any proven clock drift.""";
    private static final String CPU = """
            Each generator reported its own CPU time. In the other tables and charts, JMeter means the JMeter on this \
            machine, which controls the generators and receives the samples. Little's law, applied to the answers, \
            checks that all users were active.""";
    private static final String RUNS = """
            Each run starts service one, service two and JMeter as fresh processes. Under each load the contenders \
            take turns, and each repetition starts with a different contender. The warm-up ends when throughput and \
            CPU time per request have reached a steady state, or at its limit. In an open loop it always lasts its \
            full time. The window is cut to an even multiple of the measured time in flight, so that its halves can be \
            compared. Percentiles are exact (nearest rank). In a closed loop they cover the requests that were \
            answered in the window. In an open loop they cover the requests that were sent in it, so that late answers \
            count. JMeter draws all arrivals of an open loop from a seed before it sends the first, and the checks \
            draw them again. A request's thread number identifies its arrival, whose intended time is known to the \
            millisecond. In a closed loop each user sends its next request after its answer. A slow service is then \
            asked less often, so closed-loop latencies are lower than those of independent arrivals (coordinated \
            omission).""";
    private static final String WARM_UP = """
            A first warm-up precedes the load: each contender gets the load's requests over up to 256 connections, \
            while service two waits only a few milliseconds and fails no call. The contender gets at least 10,000 \
            requests, unless they would take more than six seconds. This warm-up continues until the JIT compilers are \
            nearly idle and the CPU time per request varies by less than a third. At the latest it ends after ten \
            seconds, or after the warm-up limit of the experiment if that is longer. Then service two changes to the \
            experiment's waits, and the load begins. The resident memory includes this warm-up's garbage, about 6 KB \
            per request. It also includes the stacks of pool threads that the load may not need. Here the warm-up took \
            %s requests in %s s (minimum and maximum over all runs).""";
    /** After G. Heiser's list "Systems Benchmarking Crimes". */
    static final List<List<String>> CRIMES = List.of(
            List.of("benchmarking crime", "how it could happen here", "precaution"),
            List.of("selective benchmarking", "showing only loads at which one contender wins",
                    "In the control experiments cpu-bound, database-permits and pinned, virtual threads gain nothing "
                            + "or lose. Read a report together with the controls."),
            List.of("a subset for the whole", "silently leaving out loads or runs",
                    "The verdict names what was left out, and why. results.csv contains every run."),
            List.of("throughput taken for cost", "equal throughput with idle cores passes for equal cost",
                    "CPU time per request is measured and checked separately."),
            List.of("no significance", "a random difference passes for a real one",
                    "With two or more repetitions, a ratio has a confidence interval that assumes no distribution. "
                            + "≈ marks a ratio that shows no difference."),
            List.of("means of ratios", "an arithmetic mean over loads or contenders",
                    "There are no such means. A ratio is the median over pairs, computed on logarithms."),
            List.of("a simplified system", "a simple waiting service stands in for a real one",
                    "Not avoided: the report is about waiting and threads, not about databases or frameworks."),
            List.of("calibrating with the test data", "fitting a prediction to the measurement",
                    "Predictions and hypotheses are fixed before the run. The CPU ceiling uses the measured "
                            + "cost. It can lower a prediction, but never confirm it."),
            List.of("no proper baseline", "a pool that is too small or badly tuned",
                    "Each pool's size is stated. The experiments comparison, pool-sweep and spring include a pool as "
                            + "large as the load."),
            List.of("only against oneself", "comparing only our own modes",
                    "Our modes share their HTTP code. --contender.NAME 'command: …' measures any other program."),
            List.of("unfair to others", "different work, a different share of the machine, a cold JVM",
                    "Calls, connections and answers are counted. Contenders take turns. Checks cover the load "
                            + "by other programs and the activity of the compiler. Our modes have the same JVM "
                            + "options."),
            List.of("missing platform", "figures without their machine",
                    "The machine is described above, with JDK, options, limits and commit."),
            List.of("relative figures only", "ratios without absolute figures",
                    "The tables contain all absolute figures, with the spread of the throughput and its prediction."));

    static List<String> ceiling(Analysis analysis) {
        return Stream.ofNullable(analysis.results().environment().get(GeneratorCeiling.NAME)).toList();
    }

    static String compilerAndMachine(Analysis analysis) {
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

    static String otherMachines(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("load generator", "cores", "CPU use by JMeter, maximum", "clock ahead, ms", "± ms"));
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
