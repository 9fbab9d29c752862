package advise;

import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What {@code ./run.sh advise} was asked. Stateless. */
final class AdviceOptions {
    /** Tomcat's, and so Spring Boot's; service one's too. */
    static final int DEFAULT_THREADS = 200;
    private static final int MOST = 1_000_000;
    private static final String NO_POOL = "none";
    private static final Option THREADS = Option.number("--threads", "a number", 1, MOST);
    private static final List<Option> OPTIONS = List.of(
            new Option("--rate", "requests a second, above 0 and up to 1,000,000", AdviceOptions::isRate),
            Durations.option("--latency"), new Option(THREADS.name(), THREADS.takes() + ", or " + NO_POOL,
            text -> text.equals(NO_POOL) || THREADS.accepts().test(text)),
            Option.number("--cores", "a number", 1, MOST), Durations.option("--cpu"),
            Option.number("--permits", "a number", 1, MOST), Durations.option("--held"),
            Durations.option("--pinned"), Durations.option("--p99"),
            Option.text("--from", "the address of a service one's figures: http://127.0.0.1:8083/stats"));

    private AdviceOptions() {
    }

    private static boolean isRate(String text) {
        return text.matches("\\d{1,7}(\\.\\d{1,6})?") && Double.parseDouble(text) > 0
                && Double.parseDouble(text) <= MOST;
    }

    /** @throws IOException where the running service does not answer */
    static Question parse(String... arguments) throws UsageException, IOException {
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        line.expectNoWord();
        Question otherwise = line.has("--from") ? ServiceOneFigures.at(line.text("--from", "")) : nothing(line);
        Figures figures = typed(line, otherwise.figures()).checked();
        List<String> remarks = new ArrayList<>(otherwise.remarks());
        remarks.addAll(doubts(figures));
        return new Question(figures, remarks);
    }

    /** @throws UsageException where what was typed is not enough without a running service */
    private static Question nothing(CommandLine line) throws UsageException {
        for (String needed : List.of("--rate", "--latency")) {
            if (!line.has(needed)) {
                throw new UsageException("tell it " + needed + " at least, or a running service by --from; as in "
                        + "./run.sh advise --rate 500 --latency 300ms --threads 200");
            }
        }
        int cores = Runtime.getRuntime().availableProcessors();
        List<String> assumed = new ArrayList<>();
        if (!line.has("--threads")) {
            assumed.add("Assumed: a pool of " + DEFAULT_THREADS + " threads, as Tomcat has.");
        }
        if (!line.has("--cores") && (line.has("--cpu") || line.has("--pinned"))) {
            assumed.add("Assumed: " + Bound.What.CPU.of(cores) + ", as this machine has.");
        }
        return new Question(new Figures(Double.NaN, Double.NaN, Double.NaN, DEFAULT_THREADS, cores, Double.NaN, 0,
                Double.NaN, Double.NaN, Double.NaN), assumed);
    }

    /** @param otherwise what counts where nothing was typed */
    private static Figures typed(CommandLine line, Figures otherwise) {
        double latency = seconds(line, "--latency", otherwise.latency());
        int permits = line.number("--permits", otherwise.permits());
        boolean arrives = line.has("--rate");
        return new Figures(arrives ? Double.parseDouble(line.text("--rate", "")) : otherwise.rate(),
                arrives ? Double.NaN : otherwise.users(), latency, threads(line, otherwise.threads()),
                line.number("--cores", otherwise.cores()), seconds(line, "--cpu", otherwise.cpu()), permits,
                seconds(line, "--held", line.has("--permits") ? latency : otherwise.held()),
                seconds(line, "--pinned", otherwise.pinned()), seconds(line, "--p99", Double.NaN));
    }

    private static int threads(CommandLine line, int otherwise) {
        return line.text("--threads", "").equals(NO_POOL) ? 0 : line.number("--threads", otherwise);
    }

    private static double seconds(CommandLine line, String option, double otherwise) {
        return line.has(option) ? Durations.seconds(line.text(option, "")) : otherwise;
    }

    private static List<String> doubts(Figures figures) {
        List<String> doubts = new ArrayList<>();
        if (figures.cpu() > figures.latency()) {
            doubts.add("Its CPU time is more than the time that it takes: it is the whole process's, with the compiler "
                    + "and the collector, or that of several threads.");
        }
        if (figures.p99() < figures.latency()) {
            doubts.add("A p99 below the mean: a few very slow requests make the mean, and it is they that a pool is "
                    + "full of.");
        }
        return doubts;
    }
}
