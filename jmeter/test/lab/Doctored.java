package lab;

import module java.base;
import common.commandline.CommandLine.UsageException;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.results.Results;
import lab.results.Run.Beside;
import lab.results.Run.Bucket;
import lab.results.Run.Compilation;
import lab.results.Run.Contention;
import lab.results.Run.Costs;
import lab.results.Run.Elsewhere;
import lab.results.Run.Halves;
import lab.results.Run.Jvm;
import lab.results.Run.Latency;
import lab.results.Run.MachineUsage;
import lab.results.Run.Measurement;
import lab.results.Run.Requests;
import lab.results.Run.Tick;
import lab.results.Run.Usage;
import lab.results.Run.WarmUp;
import lab.results.Run.Work;
import lab.results.Run.Yardsticks;
import lab.results.Run;
import load.SentArrivals;
import load.jtl.Percentiles;

/** Makes up a flawless run of ten seconds on two cores. */
public final class Doctored {
    private static final double SECONDS = 10;
    private static final long MEBIBYTE = 1 << 20;
    private static final double UNKNOWN = Double.NaN;
    public static final Compilation NO_JVM = new Compilation(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

    private final String contender;
    private final Load load;
    private final int repetition;
    private long answered;
    private long failed;
    private long firstHalf;
    private Map<String, Long> unlike = Map.of();
    private long inTime = -1;
    private double latency;
    private double latencyGrowth;
    private Prediction predicted;
    private SentArrivals arrivals;
    private Usage serviceOne = new Usage(2, 1, 200 * MEBIBYTE, 40, 500, 20_000);
    private Usage generator = new Usage(3, 1.5, 900 * MEBIBYTE, 1_000, 1_000, 20_000);
    private MachineUsage machine = new MachineUsage(2, 9.2, 0, 0, new Contention(0, 0, 0.1, 0));
    private Yardsticks yardsticks = new Yardsticks(0.010, 0.0001, 0.000020);
    private Elsewhere elsewhere = new Elsewhere(false, List.of());
    private Work work = new Work(Map.of(), 0, 0, null);
    private Jvm jvm = new Jvm("25.0.3", 20 * MEBIBYTE, 1024 * MEBIBYTE, 100, 2, 0);
    private Compilation compilation = new Compilation(0.1, 0.05, 0.02, 0.05, 0.01);
    private Costs costs = new Costs(UNKNOWN, UNKNOWN, UNKNOWN);
    private Beside beside;
    private WarmUp warmUp = new WarmUp(12_000, 5, "");

    private Doctored(String contender, Load load, int repetition, double throughput) {
        this.contender = contender;
        this.load = load;
        this.repetition = repetition;
        predicted = new Prediction(throughput, load.users() / throughput, load.users(), "users");
        throughput(throughput);
        arrivals = load.isOpen() ? new SentArrivals(answered, answered, 0, 4, 30, answered - 1, 0.01)
                : SentArrivals.NONE;
        latency = 1e3 * load.users() / throughput;
    }

    public static Doctored run(String contender, Load load, int repetition, double throughput) {
        return new Doctored(contender, load, repetition, throughput);
    }

    public static List<Run> runs(String contender, Load load, double... throughputs) {
        return IntStream.range(0, throughputs.length)
                .mapToObj(i -> run(contender, load, i + 1, throughputs[i]).run()).toList();
    }

    public static Analysis analysis(String experiment, List<Run> runs) throws UsageException {
        return Analysis.of(new Results(ExperimentFile.parse("e", experiment, Map.of()), runs, Map.of(), List.of(), true,
                List.of()));
    }

    public Doctored with(Record part) {
        switch (part) {
            case Prediction other -> predicted = other;
            case SentArrivals other -> arrivals = other;
            case Elsewhere other -> elsewhere = other;
            case Work other -> work = other;
            case Jvm other -> jvm = other;
            case Beside other -> beside = other;
            case Costs other -> costs = other;
            case Compilation other -> compilation = other;
            case WarmUp other -> warmUp = other;
            case Contention other -> machine = new MachineUsage(machine.cores(), machine.busySeconds(),
                    machine.stolenSeconds(), machine.listenOverflows(), other);
            default -> throw new IllegalArgumentException(part.toString());
        }
        return this;
    }

    public Doctored unlike(long answers) {
        unlike = Map.of("begin with \"message\"", answers);
        return this;
    }

    /** An open loop's latency, which grows by this many seconds from one half of the window to the other. */
    public Doctored grows(double seconds) {
        latency = 5_000;
        return growth(1e3 * seconds / latency);
    }

    public Doctored inTime(long answers) {
        inTime = answers;
        return this;
    }

    /** Raises the predicted throughput by 10 %. */
    public Doctored belowItsBound() {
        return with(new Prediction(1.1 * predicted.throughput(), predicted.latency() / 1.1, predicted.inFlight(),
                predicted.limit()));
    }

    public Doctored throughput(double throughput) {
        answered = Math.round(throughput * SECONDS);
        return firstHalf(answered / 2);
    }

    public Doctored failed(long requests) {
        failed = requests;
        return this;
    }

    public Doctored firstHalf(long requests) {
        firstHalf = requests;
        return this;
    }

    public Doctored growth(double share) {
        latencyGrowth = share;
        return firstHalf(Math.round(answered / 2.0 * (1 + share / 2)));
    }

    public Doctored latency(double millis) {
        latency = millis;
        return this;
    }

    public Doctored serviceOne(Usage usage) {
        serviceOne = usage;
        return this;
    }

    public Doctored cpu(double seconds) {
        return serviceOne(new Usage(seconds, seconds / 2, serviceOne.rss(), serviceOne.threads(), serviceOne.files(),
                serviceOne.fileLimit()));
    }

    public Doctored generator(Usage usage) {
        generator = usage;
        return this;
    }

    public Doctored machine(double busySeconds, double stolenSeconds, long listenOverflows) {
        machine = new MachineUsage(2, busySeconds, stolenSeconds, listenOverflows, machine.contention());
        return this;
    }

    public Doctored jvm(Jvm other) {
        return with(other);
    }

    public Doctored yardsticks(double arithmetic, double lateness) {
        yardsticks = new Yardsticks(arithmetic, lateness, yardsticks.roundTrip());
        return this;
    }

    public Doctored roundTrip(double seconds) {
        yardsticks = new Yardsticks(yardsticks.arithmetic(), yardsticks.lateness(), seconds);
        return this;
    }

    public Doctored withoutCompilation() {
        return with(NO_JVM);
    }

    public Run run() {
        return new Run(contender, load, repetition, predicted, "", new Measurement(SECONDS, requests(), serviceOne,
                new Usage(4, 2, 150 * MEBIBYTE, 30, 500, 20_000), generator, machine, jvm,
                IntStream.rangeClosed(-7, (int) SECONDS).mapToObj(this::tick).toList(), yardsticks, elsewhere, work,
                compilation, warmUp, costs, beside));
    }

    private Requests requests() {
        long whole = Math.round(latency);
        List<Percentiles.Interval> intervals = Stream.of(new Percentiles.Interval(50, whole - 1, whole + 1),
                new Percentiles.Interval(90, whole + 4, whole + 6), new Percentiles.Interval(95, whole + 7, whole + 9),
                new Percentiles.Interval(99, whole + 15, whole + 25),
                new Percentiles.Interval(99.9, whole + 33, whole + 60))
                .filter(each -> answered >= Percentiles.least(each.percent())).toList();
        Latency all = answered == 0 ? null : new Latency(latency, whole, whole + 5, whole + 8, whole + 20, whole + 40,
                whole + 60, intervals);
        List<Bucket> histogram = Stream.of(new Bucket(whole - 2, whole + 3, answered * 8 / 10),
                new Bucket(whole + 3, whole + 20, answered * 15 / 100),
                new Bucket(whole + 20, whole + 61, answered * 5 / 100)).filter(each -> each.count() > 0).toList();
        return new Requests(answered, failed, firstHalf,
                failed == 0 ? Map.of() : Map.of("503 Service Unavailable", failed), unlike, inTime, all,
                new Halves(latency * (1 - latencyGrowth / 2), latency * (1 + latencyGrowth / 2)), histogram, arrivals);
    }

    private Tick tick(int second) {
        double factor = second < 0 ? 1 - second / 5.0 : 1;
        boolean known = compilation != NO_JVM;
        return new Tick(second, 1, factor * serviceOne.cpuSeconds() / SECONDS, factor * 0.4,
                factor * generator.cpuSeconds() / SECONDS, answered / 10, latency,
                known ? factor * 0.01 : UNKNOWN, known ? 0.002 : UNKNOWN);
    }
}
