package advise;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.settings.Defaults;
import load.Stats;

public final class Advise {
    private static final int MOST = 1_000_000;
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final String NO_POOL = "none";

    static final List<Option> OPTIONS = List.of(
            new Option("--rate", "N", "", "requests a second, from 0.01 to 1,000,000",
                    Advise::isRate,
                    "requests that arrive per second"),
            time("--latency", "",
                    "average time of a request on an idle service. A request then computes and waits "
                    + "for other services, but not for a thread, a permit or a core"),
            new Option("--threads", "N", Defaults.THREADS + ", like Tomcat",
                    "a number from 1 to 999999, or " + NO_POOL,
                    text -> text.matches(NO_POOL + "|[1-9]\\d{0,5}"),
                    "the size of today's thread pool, or " + NO_POOL),
            Option.number("--cores", "N", "this machine's", 1, MOST, "cores of the machine"),
            time("--cpu", "",
                    "CPU time per request: the process's CPU time in a minute, divided by the requests in "
                    + "that minute"),
            Option.number("--permits", "N", "", 1, MOST,
                    "permits for a scarce resource, such as HikariCP's connections"),
            time("--held", "the whole of --latency", "how long a request holds a permit"),
            time("--pinned", "",
                    "how long a request stays in native code, on average. Native code pins a virtual "
                    + "thread to its carrier. A few long calls delay other requests far more than many short ones"),
            new Option("--from", "URL", "", "an address such as http://127.0.0.1:8083/stats",
                    text -> text.matches("http://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:]+])(:\\d{1,5})?/[\\w./-]*"),
                    "read all figures from a running service one, at its status page's port. The load must "
                    + "have been steady for half a minute. Other options override these figures. Without --rate, "
                    + "advise takes the rate that the users of a closed loop would reach without queueing"),
            new Option("--experiment", "FILE", "", "the name of a new file",
                    text -> !text.isBlank(),
                    "write an experiment that puts this load on your own service, "
                    + "for ./run.sh compare FILE; needs --path"),
            new Option("--path", "PATH", "", "a path such as /orders",
                    text -> text.matches("/\\S*"),
                    "what the experiment's requests ask your service for"),
            new Option("--method", "NAME", "", "a method such as POST",
                    text -> text.matches("[A-Za-z]+"),
                    "method of the experiment's requests"));

    static final Tool TOOL = new Tool("advise", """
            advise --rate N --latency TIME [OPTIONS]
            advise --from http://127.0.0.1:8083/stats [OPTIONS]""", """
            Should a service move to virtual threads? From its figures, advise computes what limits it, at which rate,
            today, on a pool that is large enough, and on virtual threads. A row's demand is the rate / "at most".
            Latencies leave out queues that end. Times have a unit: 300ms, 0.3s, 150us. Use figures of a busy hour
            rather than the mean of a day.
            """, OPTIONS, "Exit codes: 0 printed, 1 usage, 2 no service answers at --from.\n");

    private Advise() {
    }

    private static Option time(String name, String standard, String meaning) {
        return new Option(name, "TIME", standard,
                "a time with its unit, from 1us up to an hour, such as 150us, 300ms, 0.3s or 2min",
                text -> !Double.isNaN(Quantity.seconds(text)), meaning);
    }

    private static boolean isRate(String text) {
        return text.matches("\\d{1,7}(\\.\\d{1,6})?") && Double.parseDouble(text) >= 0.01
                && Double.parseDouble(text) <= MOST;
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, line -> {
            System.out.print(text(line));
            return Tool.ExitCode.OK;
        }).code());
    }

    static String text(CommandLine line) throws IOException {
        List<String> notes = new ArrayList<>();
        ServiceFigures figures = figures(line, notes);
        Advice advice = new Advice(figures);
        String text = advice.text(notes);
        if (!line.has("--experiment")) {
            return text;
        }
        String file = line.text("--experiment");
        OwnExperiment.write(OwnExperiment.of(advice, figures, line.text("--path"),
                line.text("--method")), Path.of(file));
        // compare looks for a bare name among the shipped experiments first
        return text + "\nThe experiment is in " + file
                + ". Put your service's commands there, and measure:\n" + "./run.sh compare "
                + (file.contains("/") ? file : "./" + file) + "\n";
    }

    static ServiceFigures figures(CommandLine line, List<String> notes) throws IOException {
        line.expectNoWord();
        boolean hasPath = line.has("--path");
        if (line.has("--experiment") != hasPath || line.has("--method") && !hasPath) {
            throw new UsageException("--experiment and --path need each other, as in --experiment mine --path /orders");
        }
        ServiceFigures defaults = line.has("--from")
                ? reported(line.text("--from")) : assumed(line, notes);
        double latency = seconds(line, "--latency", defaults.latency());
        boolean hasRate = line.has("--rate");
        int threads = line.text("--threads", "").equals(NO_POOL)
                ? 0 : line.number("--threads", defaults.threads());
        double held = line.has("--permits") ? latency : defaults.held();
        ServiceFigures figures = new ServiceFigures(
                hasRate ? Double.parseDouble(line.text("--rate")) : defaults.users() / latency,
                hasRate ? Double.NaN : defaults.users(), latency, threads,
                line.number("--cores", defaults.cores()), seconds(line, "--cpu", defaults.cpu()),
                line.number("--permits", defaults.permits()), seconds(line, "--held", held),
                seconds(line, "--pinned", defaults.pinned())).checked();
        if (figures.isClosed()) {
            notes.add("Assumed: a closed loop, in which users wait for their answers. If requests arrive by "
                    + "themselves, give their --rate.");
        }
        return figures;
    }

    private static double seconds(CommandLine line, String option, double otherwise) {
        return line.has(option) ? Quantity.seconds(line.text(option)) : otherwise;
    }

    private static ServiceFigures reported(String address) throws IOException {
        try {
            return ServiceFigures.of(Stats.ofServiceOne(URI.create(address), TIMEOUT_MILLIS));
        } catch (IOException e) {
            String late = "no answer within " + TIMEOUT_MILLIS / 1_000 + " s; use "
                    + "the port of the status page (8083 by default), where requests do not queue";
            throw new IOException("no figures from a service one at " + address + ": "
                    + (e instanceof SocketTimeoutException ? late : Tool.reason(e)), e);
        }
    }

    private static ServiceFigures assumed(CommandLine line, List<String> notes) {
        for (String needed : List.of("--rate", "--latency")) {
            if (!line.has(needed)) {
                throw new UsageException("give at least " + needed
                        + ", or a running service with --from; for example "
                        + "./run.sh advise --rate 500 --latency 300ms --threads 200");
            }
        }
        if (!line.has("--threads")) {
            notes.add("Assumed: a pool of " + Defaults.THREADS
                    + " threads, the default of Tomcat.");
        }
        return new ServiceFigures(Double.NaN, Double.NaN, Double.NaN, Defaults.THREADS,
                Runtime.getRuntime().availableProcessors(), Double.NaN, 0, Double.NaN, Double.NaN);
    }
}
