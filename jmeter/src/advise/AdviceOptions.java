package advise;

import commandline.CommandLine;
import commandline.Option;
import commandline.UsageException;
import java.io.IOException;
import java.util.List;

/** What {@code ./run.sh advise} was asked, as figures. Stateless. */
final class AdviceOptions {
    /** Tomcat's, and so Spring Boot's; service one's too. */
    static final int DEFAULT_THREADS = 200;
    private static final int MOST = 1_000_000;
    private static final List<Option> OPTIONS = List.of(
            new Option("--rate", "requests a second, above 0 and up to 1,000,000", AdviceOptions::isRate),
            Durations.option("--latency"), Option.number("--threads", "a number", 1, MOST),
            Option.number("--cores", "a number", 1, MOST), Durations.option("--cpu"),
            Option.number("--permits", "a number", 1, MOST), Durations.option("--held"),
            Durations.option("--pinned"), Durations.option("--p99"),
            Option.text("--from", "the address of a service one's figures: http://127.0.0.1:8082/stats"));

    private AdviceOptions() {
    }

    private static boolean isRate(String text) {
        return text.matches("\\d{1,7}(\\.\\d{1,6})?") && Double.parseDouble(text) > 0
                && Double.parseDouble(text) <= MOST;
    }

    /** @throws IOException where the running service does not answer */
    static Figures parse(String... arguments) throws UsageException, IOException {
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        line.expectNoWord();
        return typed(line, line.has("--from") ? RunningService.at(line.text("--from", "")) : nothing(line)).checked();
    }

    /** @throws UsageException where what was typed is not enough without a running service */
    private static Figures nothing(CommandLine line) throws UsageException {
        for (String needed : List.of("--rate", "--latency")) {
            if (!line.has(needed)) {
                throw new UsageException("tell it " + needed + " at least, or a running service by --from; as in "
                        + "./run.sh advise --rate 500 --latency 300ms --threads 200");
            }
        }
        return Figures.of(Double.NaN, Double.NaN, DEFAULT_THREADS, Runtime.getRuntime().availableProcessors(),
                Double.NaN);
    }

    /** @param otherwise what counts where nothing was typed */
    private static Figures typed(CommandLine line, Figures otherwise) {
        double latency = seconds(line, "--latency", otherwise.latency());
        int permits = line.number("--permits", 0);
        return new Figures(line.has("--rate") ? Double.parseDouble(line.text("--rate", "")) : otherwise.rate(),
                latency, line.number("--threads", otherwise.threads()), line.number("--cores", otherwise.cores()),
                seconds(line, "--cpu", otherwise.cpu()), permits,
                seconds(line, "--held", permits > 0 ? latency : Double.NaN), seconds(line, "--pinned", Double.NaN),
                seconds(line, "--p99", Double.NaN));
    }

    private static double seconds(CommandLine line, String option, double otherwise) {
        return line.has(option) ? Durations.seconds(line.text(option, "")) : otherwise;
    }
}
