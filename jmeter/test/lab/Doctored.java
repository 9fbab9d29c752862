package lab;

import module java.base;
import common.commandline.UsageException;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Percentiles;
import experiment.Prediction;
import experiment.Results;
import experiment.Run;
import experiment.SentArrivals;
import lab.judge.Analysis;
import lab.judge.Findings;
import lab.judge.Rule.Finding;

/** Makes up a flawless run of ten seconds on two cores. */
public final class Doctored {
    private static final double SECONDS = 10;
    private static final long MEBIBYTE = 1 << 20;
    private static final double UNKNOWN = Double.NaN;
    public static final Run.Compilation NO_JVM = new Run.Compilation(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    /** How many answers each percentile's interval needs. */
    private static final Map<Double, Long> LEAST = DoubleStream.of(50, 90, 95, 99, 99.9).boxed()
            .collect(Collectors.toMap(each -> each, Percentiles::least, (one, _) -> one, TreeMap::new));
    private static final List<Record> FLAWLESS = List.of(new Run.Contention(0, 0, 0.1, 0),
            new Run.Usage(2, 1, 200 * MEBIBYTE, 40, 500, 20_000), new Run.Elsewhere(false, List.of()),
            new Run.Work(Map.of(), 0, 0, null), new Run.Jvm("25.0.3", 20 * MEBIBYTE, 1024 * MEBIBYTE, 100),
            new Run.Compilation(0.1, 0.05, 0.02, 0.05, 0.01), new Run.Costs(UNKNOWN, UNKNOWN, UNKNOWN, false),
            new Run.WarmUp(12_000, 5, ""), Prediction.NONE, SentArrivals.NONE);

    private final String contender;
    private final Load load;
    private final int repetition;
    private long answered;
    private long failed;
    private String problem = "503 Service Unavailable";
    private long firstHalf;
    private Map<String, Long> unlike = Map.of();
    private long inTime = -1;
    private double latency;
    private double latencyGrowth;
    private double serviceTwo = 4;
    private double generator = 3;
    private double[] machine = {9.2, 0, 0};
    private final Map<Class<?>, Record> parts = new HashMap<>();

    private Doctored(String contender, Load load, int repetition, double throughput) {
        this.contender = contender;
        this.load = load;
        this.repetition = repetition;
        FLAWLESS.forEach(part -> parts.put(part.getClass(), part));
        parts.put(Run.Beside.class, null);
        throughput(throughput).with(new Prediction(throughput, load.users() / throughput, load.users(), Limit.USERS));
        if (load.isOpen()) {
            with(new SentArrivals(answered, answered, 0, 4, 30, answered - 1, 0.01));
        }
        latency = 1e3 * load.users() / throughput;
    }

    public static Doctored run(String contender, Load load, int repetition, double throughput) {
        return new Doctored(contender, load, repetition, throughput);
    }

    public static List<Run> runs(String contender, Load load, double... throughputs) {
        return runs(contender, load, UnaryOperator.identity(), throughputs);
    }

    public static List<Run> runs(String contender, Load load, UnaryOperator<Doctored> change, double... throughputs) {
        return IntStream.range(0, throughputs.length)
                .mapToObj(i -> change.apply(run(contender, load, i + 1, throughputs[i])).run()).toList();
    }

    public static Analysis analysis(String experiment, List<Run> runs, Map<String, String> environment)
            throws UsageException {
        return Analysis.of(new Results(experiment(experiment), runs, environment, List.of(), true));
    }

    public static Experiment experiment(String text) throws UsageException {
        return Experiment.parse("e", text, Map.of());
    }

    /** A command's help without what each command's help says. */
    public static String ownHelp(String help) {
        return help.substring(help.indexOf("./run.sh")).lines().filter(line -> !line.contains("-h, --help"))
                .collect(Collectors.joining("\n"));
    }

    /** The rules' sentences stand in one file of words. */
    public static String withoutFindings(String text, Run run) {
        String without = text;
        for (Finding finding : Findings.of(run).all()) {
            without = without.replace(finding.text(), "‹finding›");
        }
        return without;
    }

    public Doctored with(Record part) {
        if (!parts.containsKey(part.getClass())) {
            throw new IllegalArgumentException(part.toString());
        }
        parts.put(part.getClass(), part);
        return this;
    }

    private <T> T part(Class<T> type) {
        return type.cast(parts.get(type));
    }

    /** Of so many good answers that are unlike the others, and so many within the deadline. */
    public Doctored answers(long unlikeOthers, long withinDeadline) {
        unlike = Map.of("begin with \"message\"", unlikeOthers);
        inTime = withinDeadline;
        return this;
    }

    /** Raises the predicted throughput by 10 %. */
    public Doctored belowItsBound() {
        Prediction its = part(Prediction.class);
        return with(new Prediction(1.1 * its.throughput(), its.latency() / 1.1, its.inFlight(), its.limit()));
    }

    public Doctored throughput(double throughput) {
        answered = Math.round(throughput * SECONDS);
        return firstHalf(answered / 2);
    }

    public Doctored failed(long requests) {
        return failed(requests, problem);
    }

    public Doctored failed(long requests, String problem) {
        failed = requests;
        this.problem = problem;
        return this;
    }

    public Doctored firstHalf(long requests) {
        firstHalf = requests;
        return this;
    }

    /** By this share, latency and throughput grow from one half of the window to the other. */
    public Doctored growth(double share) {
        latencyGrowth = share;
        return firstHalf(Math.round(answered / 2.0 * (1 + share / 2)));
    }

    public Doctored latency(double millis) {
        latency = millis;
        return this;
    }

    public Doctored cpu(double seconds) {
        return cpu(seconds, seconds / 2);
    }

    public Doctored cpu(double seconds, double firstHalfSeconds) {
        return with(new Run.Usage(seconds, firstHalfSeconds, 200 * MEBIBYTE, 40, 500, 20_000));
    }

    public Doctored serviceTwo(double cpuSeconds) {
        serviceTwo = cpuSeconds;
        return this;
    }

    /** The answers to the second load came within so many seconds. */
    public Doctored beside(Run second, double seconds) {
        return with(new Run.Beside(second.load(), second.predicted(), seconds, second.measured().requests()));
    }

    public Doctored generator(double cpuSeconds) {
        generator = cpuSeconds;
        return this;
    }

    public Doctored machine(double busySeconds, double stolenSeconds, long listenOverflows) {
        machine = new double[] {busySeconds, stolenSeconds, listenOverflows};
        return this;
    }

    public Run run() {
        return new Run(contender, load, repetition, part(Prediction.class), "", new Run.Measurement(SECONDS, requests(),
                part(Run.Usage.class), new Run.Usage(serviceTwo, serviceTwo / 2, 150 * MEBIBYTE, 30, 500, 20_000),
                new Run.Usage(generator, generator / 2, 900 * MEBIBYTE, 1_000, 1_000, 20_000),
                new Run.MachineUsage(2, machine[0], machine[1], (long) machine[2], part(Run.Contention.class)),
                part(Run.Jvm.class), IntStream.rangeClosed(-7, (int) SECONDS).mapToObj(this::tick).toList(),
                part(Run.Elsewhere.class), part(Run.Work.class), part(Run.Compilation.class),
                part(Run.WarmUp.class), part(Run.Costs.class), part(Run.Beside.class)));
    }

    private Run.Requests requests() {
        long whole = Math.round(latency);
        List<Percentiles.Interval> intervals = LEAST.entrySet().stream().filter(each -> answered >= each.getValue())
                .map(each -> new Percentiles.Interval(each.getKey(), whole - 1, whole + 60)).toList();
        Run.Latency all = answered == 0 ? null : new Run.Latency(latency, whole, whole + 5, whole + 8, whole + 20,
                whole + 40, whole + 60, intervals);
        List<Run.Bucket> histogram = Stream.of(new Run.Bucket(whole - 2, whole + 3, answered * 8 / 10),
                new Run.Bucket(whole + 3, whole + 61, answered / 5)).filter(each -> each.count() > 0).toList();
        Run.Halves halves = new Run.Halves(latency * (1 - latencyGrowth / 2), latency * (1 + latencyGrowth / 2));
        return new Run.Requests(answered, failed, firstHalf, failed == 0 ? Map.of() : Map.of(problem, failed),
                unlike, inTime, all, halves, histogram, part(SentArrivals.class));
    }

    private Run.Tick tick(int second) {
        return new Run.Tick(second, 1, part(Run.Usage.class).cpuSeconds() / SECONDS, answered / 10,
                latency * (1 + latencyGrowth * second / SECONDS), 0.01);
    }
}
