package classroom.lesson;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.mode.Mode;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import model.Predictor;

/** A lesson with its experiment, which lacks its question and the numbers that theory predicts. */
final class PlannedLesson {
    /** The pool whose size is the answer. The name must not give the size away. */
    static final String ASKED_FOR = "pool-asked-for";
    private static final List<String> CALLS = List.of("info", "authenticate", "authorize", "meetings");
    private static final double ABOUT_THE_SAME = 1.05;

    private final LessonText text;
    private final Sources sources;
    private final int cores;
    private final Experiment experiment;
    private final Map<String, Object> numbers;

    /** @param at the question is about a request sent so many seconds after the load's begin; 0 for any */
    record Question(String contender, Asks asks, double theory, int at) {
        Question(String contender, Asks asks, double theory) {
            this(contender, asks, theory, 0);
        }
    }

    PlannedLesson(LessonText text, Sources sources, int cores, Experiment experiment, Map<String, Object> numbers)
            throws UsageException {
        this.text = text;
        this.sources = sources;
        this.cores = cores;
        this.experiment = experiment;
        this.numbers = new HashMap<>(numbers);
        put("wait", waitMillis());
        // Reversed: if two contenders have the same mode, the first one's figures stay.
        for (Contender contender : experiment.contenders().reversed()) {
            Prediction predicted = predicted(contender, load());
            put(contender.mode().label() + ".rate", predicted.throughput());
            put(contender.mode().label() + ".law", LessonText.arithmetic(predicted));
        }
    }

    <T> T put(String name, T value) {
        numbers.put(name, value);
        return value;
    }

    Prediction predicted(String contender) throws UsageException {
        return predicted(contender(contender), load());
    }

    Prediction predictedOf(String specification) throws UsageException {
        return predictedOf(specification, load());
    }

    Prediction predictedOf(String specification, Load load) throws UsageException {
        return predicted(Contender.parse("another", specification), load);
    }

    private Prediction predicted(Contender contender, Load load) throws UsageException {
        return Predictor.predict(experiment, contender, load, cores);
    }

    private Contender contender(String name) {
        return experiment.contenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Load load() {
        return experiment.loads().getLast();
    }

    int waitMillis() {
        return waits().stream().mapToInt(Lesson.Wait::millis).sum();
    }

    private List<Lesson.Wait> waits() {
        KnownRoute route = KnownRoute.of(load().path(), experiment.conditions().serviceTwo()).orElseThrow();
        Stream<Lesson.Wait> own = Stream.of(wait("own", route.own())).filter(each -> each.millis() > 0);
        return Stream.concat(own, IntStream.range(0, route.calls().size())
                .mapToObj(i -> wait(CALLS.get(i), route.calls().get(i)))).toList();
    }

    private static Lesson.Wait wait(String name, double seconds) {
        return new Lesson.Wait(name, (int) Math.round(1e3 * seconds));
    }

    Asks choices() {
        return Asks.choice(text.lines("Choices", numbers).toArray(String[]::new));
    }

    /** How many requests a second the contender answers. The answer compares it with the others. */
    Lesson asksThroughput(String contender) throws UsageException {
        SequencedMap<String, String> names = new LinkedHashMap<>();
        for (Contender each : experiment.contenders()) {
            names.put(each.name(), name(each));
        }
        Question question =
                new Question(contender, Asks.REQUESTS_PER_SECOND, predicted(contender).throughput());
        return asks(question, Metric.THROUGHPUT, List.of(contender),
                runs -> new Solution(runs.throughput(contender), compared(names, runs)));
    }

    /** Each contender's throughput, the lowest first, and how many times as much the last one answered. */
    private static String compared(SequencedMap<String, String> names, LessonRuns runs) {
        List<String> measured = names.keySet().stream()
                .filter(each -> runs.of(each).anyMatch(Run::isMeasured))
                .sorted(Comparator.comparingDouble(runs::throughput))
                .toList();
        String rates = measured.stream()
                .map(each -> names.get(each) + " answered " + runs.perSecond(each))
                .collect(Collectors.joining(", "));
        double times = runs.throughput(measured.getLast()) / runs.throughput(measured.getFirst());
        return rates.substring(0, 1).toUpperCase(Locale.ROOT) + rates.substring(1)
                + (measured.size() == 1 ? "" : ": " + words(times));
    }

    private static String words(double times) {
        if (times < ABOUT_THE_SAME) {
            return "about the same";
        }
        return String.format(Locale.ROOT, times < 2 ? "%.2f" : "%.1f", times) + " times as many";
    }

    /**
     * @param metric the figure that the question asks for
     * @param contenders who must have this figure
     * @param answer what the runs answer
     */
    Lesson asks(Question question, Metric metric, List<String> contenders, Function<LessonRuns, Solution> answer)
            throws UsageException {
        Contender shown = contender(question.contender);
        Load load = load();
        Lesson.Setup setup = new Lesson.Setup(
                shown.mode().label(),
                shown.option("--threads", 0),
                load.users(),
                load.isOpen() ? (int) load.amount() : 0,
                question.at,
                load.path(),
                waits(),
                line("Note"));
        String words = line("Question");
        MeasuredAnswer measured = new MeasuredAnswer(metric, contenders, answer);
        Experiment described = text.experiment(numbers, "#\n# " + words + "\n");
        return new Lesson(
                text.id(),
                text.title(),
                words,
                setup,
                question.asks,
                described,
                labels(),
                new Solution(question.theory, line("Theory")),
                line("Common mistake"),
                line("Lanes"),
                why(),
                metric,
                all -> measured.of(new LessonRuns(all, load.isOpen()), question.theory));
    }

    private String line(String section) {
        return text.line(section, numbers);
    }

    private Lesson.Why why() {
        List<Lesson.Extract> code = text.pairs("Code")
                .map(fileAndMarker -> sources.find(fileAndMarker[0], fileAndMarker[1]))
                .toList();
        List<Lesson.ToWrite> toWrite = text.pairs("Write it")
                .map(numberAndText -> new Lesson.ToWrite(Integer.parseInt(numberAndText[0]), numberAndText[1]))
                .toList();
        return new Lesson.Why(
                text.paragraphs("Why", numbers),
                code,
                text.paragraphs("Look", numbers),
                line("Exercise"),
                toWrite);
    }

    private Map<String, String> labels() throws UsageException {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Load load : experiment.loads()) {
            for (Contender contender : experiment.contenders()) {
                labels.put(Lesson.name(experiment, contender.name(), load), experiment.loads().size() == 1
                        ? label(contender) : load.series().split(", ")[1] + ", " + load.label());
            }
        }
        return labels;
    }

    private static String label(Contender contender) throws UsageException {
        int mostCalls = contender.option("--max-calls", 0);
        String label = contender.name().equals(ASKED_FOR)
                ? "the pool of the right size"
                : contender.mode().inWords(contender.option("--threads", 0));
        return mostCalls == 0 ? label : LessonText.say("%s, bulkhead of %,d", label, mostCalls);
    }

    private static String name(Contender contender) throws UsageException {
        Mode mode = contender.mode();
        String words = mode.inWords(contender.option("--threads", 0));
        return mode.isBoundedByThreads() ? "the " + words : words;
    }
}
