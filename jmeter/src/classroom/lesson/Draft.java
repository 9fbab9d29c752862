package classroom.lesson;

import classroom.lesson.Lesson.Solution;
import common.commandline.CommandLine.UsageException;
import common.text.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.KnownRoute;
import lab.define.Load;
import lab.define.Prediction;
import lab.define.Predictor;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.Spread;

/**
 * A lesson that is being written: its parts in the order in which a method of {@link ThreadLessons},
 * {@link LimitLessons} or {@link OverloadLessons} gives them. Texts are formats with their values; where a text is
 * broken into lines does not matter, and a blank line begins a paragraph.
 */
final class Draft {
    static final Asks REQUESTS_PER_SECOND = Asks.number("requests/s", 0, 1_000_000);
    /** Of the pool whose size is the answer to a question: its name stands there before the answer. */
    static final String ASKED_FOR = "pool-asked-for";
    /** Of service two, in the order of a request's calls. */
    private static final List<String> CALLS = List.of("info", "authenticate", "authorize", "meetings");
    /** The golden ratio of 64 bits: neighbouring seeds would begin with like numbers. */
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private final int id;
    private final Random random;      // null for the printed numbers
    private final Sources sources;
    private final int cores;
    private String title;
    private String definition;
    private Experiment experiment;
    private String question;
    private Asks asks;
    private Contender shown;
    private String note = "";
    private Solution theory;
    private Function<List<Run>, Solution> measure;
    private String mistake;
    private List<String> why;
    private final List<Lesson.Extract> code = new ArrayList<>();
    private List<String> look;
    private String exercise;

    /** @param seed 0: the printed numbers; another: the same ones on every JDK, for {@link Random} is specified */
    Draft(int id, long seed, Path repository, int cores) {
        this.id = id;
        this.random = seed == 0 ? null : new Random((seed * 31 + id) * SCATTER);
        this.sources = new Sources(repository);
        this.cores = cores;
    }

    /** One of these numbers, by each of which the lesson is as true and as short. */
    int vary(int printed, int... others) {
        int chosen = random == null ? 0 : random.nextInt(1 + others.length);
        return chosen == 0 ? printed : others[chosen - 1];
    }

    /** Of this machine. */
    int cores() {
        return cores;
    }

    /** {@code one core}, {@code 4 cores}. */
    String cores(String noun) {
        return cores == 1 ? "one " + noun : cores + " " + noun + "s";
    }

    /** @param file as {@code compare} takes one: one load, one to three contenders */
    void experiment(String ofTitle, String file, Object... values) throws UsageException {
        title = ofTitle;
        definition = String.format(Locale.ROOT, file, values);
        experiment = experiment("");      // for predictions, which the question may quote
    }

    private Experiment experiment(String description) throws UsageException {
        return ExperimentFile.parse("lesson-" + id, "# Lesson " + id + ": " + title + description + "\n" + definition,
                Map.of("repeat", "1"));
    }

    /** What Little's law expects of one of its contenders. */
    Prediction predicted(String contender) throws UsageException {
        return Predictor.predict(experiment, contender(contender), load(), cores);
    }

    /** What it expects of another contender. */
    Prediction predictedOf(String specification) throws UsageException {
        return predictedOf(specification, load());
    }

    Prediction predictedOf(String specification, Load load) throws UsageException {
        return Predictor.predict(experiment, Contender.parse("another", specification), load, cores);
    }

    private Contender contender(String name) {
        return experiment.contenders().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    }

    private Load load() {
        return experiment.loads().getFirst();
    }

    /** How long a request waits in all. */
    int waitMillis() {
        return waits().stream().mapToInt(Lesson.Wait::millis).sum();
    }

    private List<Lesson.Wait> waits() {
        KnownRoute route = KnownRoute.of(load().path(), experiment).orElseThrow();
        return Stream.concat(Stream.of(new Lesson.Wait("own", millis(route.own()))).filter(own -> own.millis() > 0),
                IntStream.range(0, route.calls().size())
                        .mapToObj(i -> new Lesson.Wait(CALLS.get(i), millis(route.calls().get(i))))).toList();
    }

    private static int millis(double seconds) {
        return (int) Math.round(1e3 * seconds);
    }

    /** @param contender that it is about: mostly, its throughput is the answer */
    void question(String contender, Asks answer, String text, Object... values) {
        shown = contender(contender);
        asks = answer;
        question = say(text, values);
        measured(Metric.THROUGHPUT, List.of(contender),
                runs -> new Solution(runs.throughput(contender), say("%s/s", runs.throughput(contender))));
    }

    /** What else is to be known of the set-up. */
    void note(String text, Object... values) {
        note = say(text, values);
    }

    /** @param arithmetic {@code 4 threads / 0.05 s = 80/s} */
    void theory(double value, String arithmetic, Object... values) {
        theory = new Solution(value, say(arithmetic, values));
    }

    /** How the answer is read from runs; it is not known where one of these contenders has no such figure. */
    void measured(Metric metric, List<String> contenders, Function<LessonRuns, Solution> answer) {
        measure = all -> {
            LessonRuns runs = new LessonRuns(all);
            return contenders.stream().filter(each -> Double.isNaN(runs.median(each, metric))).findFirst()
                    .map(runs::missing).orElseGet(() -> answer.apply(runs));
        };
    }

    /** The runs of a lesson's experiment; the last ones are missing where it was stopped. */
    record LessonRuns(List<Run> all) {
        /** How many requests a second a contender answered well. */
        double throughput(String contender) {
            return median(contender, Metric.THROUGHPUT);
        }

        /** NaN where there is no such run, or none that has such a figure. */
        double median(String contender, Metric metric) {
            return Spread.of(of(contender).mapToDouble(metric::of).toArray()).median();
        }

        private Stream<Run> of(String contender) {
            return all.stream().filter(run -> run.contender().equals(contender));
        }

        /** Why there is no figure of that contender. */
        private Solution missing(String contender) {
            String otherwise = of(contender).findAny().isEmpty() ? contender + " was not measured"
                    : "this machine does not tell that figure";
            return new Solution(Double.NaN, of(contender).filter(run -> !run.isMeasured()).findFirst()
                    .map(run -> contender + " could not be measured: " + run.failure()).orElse(otherwise));
        }
    }

    /** The wrong answer that is given most often, and where it comes from. */
    void mistake(String text, Object... values) {
        mistake = say(text, values);
    }

    void why(String text, Object... values) {
        why = paragraphs(text, values);
    }

    /** Lines of service one that do it. */
    void serviceOne(String file, String marker) {
        code("service-one/src/serviceone/" + file, marker);
    }

    void code(String file, String marker) {
        code.add(sources.find(file, marker));
    }

    /** What to look at, and with which tool. */
    void look(String text) {
        look = paragraphs(text);
    }

    /** What to try next. */
    void exercise(String text, Object... values) {
        exercise = say(text, values);
    }

    Lesson lesson() throws UsageException {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Contender contender : experiment.contenders()) {
            labels.put(contender.name(), label(contender));
        }
        Lesson.Setup setup = new Lesson.Setup(shown.mode(), shown.option("--threads", 0), load().users(),
                load().isOpen() ? (int) load().amount() : 0, load().path(), waits(), note);
        return new Lesson(id, title, question, setup, asks, experiment("\n#\n# " + question), labels, theory, mistake,
                new Lesson.Why(why, code, look, exercise), measure);
    }

    private static String label(Contender contender) throws UsageException {
        int mostCalls = contender.option("--max-calls", 0);
        return switch (contender.mode()) {
            case "loom" -> mostCalls == 0 ? "a virtual thread each"
                    : say("virtual threads, at most %,d calls", mostCalls);
            case "async" -> "event loops";
            default -> contender.name().equals(ASKED_FOR) ? "the pool that is asked for"
                    : say("pool of %,d", contender.option("--threads", 0));
        };
    }

    /** Little's law in figures: {@code 1,000 users / 1.049 s = 953/s}. */
    static String arithmetic(Prediction predicted) {
        double count = predicted.inFlight();
        String limit = count == 1 ? predicted.limit().replaceFirst("s$", "") : predicted.limit();
        return say("%s %s / %s = %s/s", Math.rint(count), limit, seconds(count / predicted.throughput()),
                predicted.throughput());
    }

    /** {@code 1.049 s}; no digit more than it has. */
    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds).replaceFirst("\\.?0+$", "") + " s";
    }

    /** Filled in, in one line. A double, which a text has as {@code %s}, is written with three digits. */
    static String say(String format, Object... values) {
        return oneLine(fill(format, values));
    }

    private static List<String> paragraphs(String text, Object... values) {
        return Stream.of(fill(text, values).strip().split("\\n\\s*\\n")).map(Draft::oneLine).toList();
    }

    private static String fill(String format, Object... values) {
        return String.format(Locale.ROOT, format, Stream.of(values)
                .map(value -> value instanceof Double number ? Numbers.text(number) : value).toArray());
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ");
    }
}
