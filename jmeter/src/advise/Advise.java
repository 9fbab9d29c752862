package advise;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import load.Stats;

/** The program {@code ./run.sh advise}: from a service's figures to what bounds it. */
public final class Advise {
    /** Tomcat's, and so Spring Boot's; service one's too. */
    private static final int DEFAULT_THREADS = 200;
    private static final int MOST = 1_000_000;
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final String NO_POOL = "none";

    static final List<Option> OPTIONS = List.of(
            new Option("--rate", "N", "", "requests a second, above 0 and up to 1,000,000", Advise::isRate,
            "requests that arrive in a second"),
            time("--latency", "", "what a request takes on average where nothing is short: its computing, and its "
            + "waiting for others; without the time in a queue for a thread, a permit or a core"),
            new Option("--threads", "N", DEFAULT_THREADS + ", as Tomcat has", count().takes() + ", or " + NO_POOL,
            text -> text.equals(NO_POOL) || count().accepts().test(text),
            "of the pool that serves them today, or: " + NO_POOL),
            Option.number("--cores", "N", "this machine's", 1, MOST, "of the machine"),
            time("--cpu", "", "CPU time of a request: of the process, divided by the requests of the same time"),
            Option.number("--permits", "N", "", 1, MOST, "of something scarce that a request needs for a while: "
            + "connections of HikariCP, say"),
            time("--held", "the whole of --latency", "for how long it has one"),
            time("--pinned", "", "what of its waiting is in native code, and so keeps the carrier of a virtual thread"),
            time("--p99", "", "what one request in a hundred takes, or more: for the pool of a bad day"),
            new Option("--from", "URL", "", "an address such as http://127.0.0.1:8083/stats", Advise::isAddress,
            "take all but --p99 from a service one that has been under the same load for half a minute, at the port of "
            + "its status page; what is given beside it counts instead. Where users wait for their answers, the rate "
            + "is what they would ask if nothing else kept them waiting"),
            new Option("--experiment", "FILE", "", "the name of a file that is not there yet", text -> !text.isBlank(),
            "write an experiment that has these figures, for ./run.sh compare FILE"));

    private static final Tool TOOL = new Tool("advise", """
            advise --rate N --latency TIME [OPTIONS]
            advise --from http://127.0.0.1:8083/stats [OPTIONS]""", """
            Should a service go to virtual threads? From its figures: what limits it today, the pool that it would
            need, what virtual threads would change and what not, with the arithmetic, and the experiment that shows
            such a case. Times have a unit: 300ms, 0.3s, 150us. Figures of a busy hour are worth more than the mean of
            a day.
            """, OPTIONS, "Exit codes: 0 printed, 1 usage, 2 nobody answers there.\n");

    private Advise() {
    }

    private static Option count() {
        return Option.number("", "N", "", 1, MOST, "");
    }

    private static Option time(String name, String standard, String meaning) {
        return new Option(name, "TIME", standard,
                "a time with its unit, from 1us up to an hour, as 150us, 300ms, 0.3s or 2min", Quantity::isDuration,
                meaning);
    }

    private static boolean isRate(String text) {
        return text.matches("\\d{1,7}(\\.\\d{1,6})?") && Double.parseDouble(text) > 0
                && Double.parseDouble(text) <= MOST;
    }

    private static boolean isAddress(String text) {
        try {
            URI address = URI.create(text);
            return "http".equals(address.getScheme()) && address.getHost() != null && !address.getPath().isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, Advise::run).code());
    }

    private static ExitCode run(CommandLine line) throws UsageException, IOException {
        List<String> remarks = new ArrayList<>();
        ServiceFigures figures = figures(line, remarks);
        System.out.print(text(line, Advice.on(figures), remarks));
        return ExitCode.OK;
    }

    /** Writes the experiment, where one is wanted. */
    static String text(CommandLine line, Advice advice, List<String> remarks) throws UsageException, IOException {
        String command = "./run.sh advise" + line.options().entrySet().stream().filter(each ->
                !each.getKey().equals("--experiment")).map(each -> " " + each.getKey() + " "
                + shell(each.getValue().getLast())).collect(Collectors.joining());
        if (line.has("--experiment")) {
            String file = line.text("--experiment");
            OwnExperiment.write(OwnExperiment.of(advice, command), Path.of(file));
            // With a folder, as compare takes a bare name for one of the shipped experiments first.
            return advice.text(remarks, "Your own: written to " + file + ". Measure it: ./run.sh compare "
                    + shell(file.contains("/") ? file : "./" + file));
        }
        try {
            OwnExperiment.of(advice, command);
            return advice.text(remarks, "See your own: " + command + " --experiment mine\n"
                    + "and then: ./run.sh compare ./mine");
        } catch (UsageException e) {
            return advice.text(remarks, String.join("\n", Tool.lines("", "As they are, " + e.getMessage() + ".")));
        }
    }

    /** As a shell takes it for one word. */
    private static String shell(String word) {
        return word.matches("[\\w./:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * A service in figures, as typed, and otherwise as a running service tells or as it is mostly.
     *
     * @param remarks takes what was assumed, and what to doubt about the figures, in sentences
     * @throws IOException where the running service does not answer
     */
    static ServiceFigures figures(CommandLine line, List<String> remarks) throws UsageException, IOException {
        line.expectNoWord();
        ServiceFigures otherwise = line.has("--from") ? told(line.text("--from"), remarks)
                : assumed(line, remarks);
        double latency = seconds(line, "--latency", otherwise.latency());
        boolean arrives = line.has("--rate");
        int threads = line.text("--threads", "").equals(NO_POOL) ? 0 : line.number("--threads", otherwise.threads());
        ServiceFigures figures = new ServiceFigures(
                arrives ? Double.parseDouble(line.text("--rate")) : otherwise.rate(),
                arrives ? Double.NaN : otherwise.users(), latency, threads, line.number("--cores", otherwise.cores()),
                seconds(line, "--cpu", otherwise.cpu()), line.number("--permits", otherwise.permits()),
                seconds(line, "--held", line.has("--permits") ? latency : otherwise.held()),
                seconds(line, "--pinned", otherwise.pinned()), seconds(line, "--p99", Double.NaN)).checked();
        if (figures.cpu() > figures.latency()) {
            remarks.add("Its CPU time is more than the time that it takes: it is the whole process's, with the "
                    + "compiler and the collector, or that of several threads.");
        }
        if (figures.p99() < figures.latency()) {
            remarks.add("A p99 below the mean: a few very slow requests make the mean, and it is they that a pool is "
                    + "full of.");
        }
        return figures;
    }

    private static double seconds(CommandLine line, String option, double otherwise) {
        return line.has(option) ? Quantity.seconds(line.text(option)) : otherwise;
    }

    private static ServiceFigures told(String address, List<String> remarks) throws IOException {
        try {
            return ServiceFigures.of(Stats.ofServiceOne(URI.create(address), TIMEOUT_MILLIS), remarks);
        } catch (SocketTimeoutException e) {
            throw new IOException("no figures in " + TIMEOUT_MILLIS / 1_000 + " s at " + address
                    + ": on the port of its status page (8083 by default) they do not wait in its queue", e);
        } catch (IOException e) {
            throw new IOException("no figures of a service one at " + address + ": " + Tool.reason(e), e);
        }
    }

    /** @throws UsageException where what was typed is not enough without a running service */
    private static ServiceFigures assumed(CommandLine line, List<String> remarks) throws UsageException {
        for (String needed : List.of("--rate", "--latency")) {
            if (!line.has(needed)) {
                throw new UsageException("tell it " + needed + " at least, or a running service by --from; as in "
                        + "./run.sh advise --rate 500 --latency 300ms --threads 200");
            }
        }
        int cores = Runtime.getRuntime().availableProcessors();
        if (!line.has("--threads")) {
            remarks.add("Assumed: a pool of " + DEFAULT_THREADS + " threads, as Tomcat has.");
        }
        if (!line.has("--cores") && (line.has("--cpu") || line.has("--pinned"))) {
            remarks.add("Assumed: " + Resource.Kind.CORES.count(cores) + ", as this machine has.");
        }
        return new ServiceFigures(Double.NaN, Double.NaN, Double.NaN, DEFAULT_THREADS, cores, Double.NaN, 0, Double.NaN,
                Double.NaN, Double.NaN);
    }
}
