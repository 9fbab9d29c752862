package classroom.lesson;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import lab.judge.Tolerances;
import lab.judge.Findings;
import model.Predictor;
import text.Numbers;

/** A lesson's file with its numbers, its experiment and its answers: theory's, and the one that runs give. */
final class SolvedLesson {
    /** How a file names its runs. */
    private static final List<String> RUNS = List.of("first", "second", "third");
    private static final Pattern FIGURE = Pattern.compile("\\$(\\w+)\\.(\\w+)");
    /** The pool whose size is the answer. The name must not give the size away. */
    private static final String ASKED_FOR = "pool-asked-for";
    private static final List<String> CALLS =
            List.of("info", "authenticate", "authorize", "meetings");
    /** 2^64 divided by the golden ratio scatters neighbouring seeds. */
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private final LessonText text;
    private final Map<String, Object> numbers = new HashMap<>();
    private final Experiment experiment;

    /** @param seed 0 for the standard numbers */
    SolvedLesson(int id, long seed, int cores) {
        text = LessonText.of(id);
        numbers.put("cores", (double) cores);
        Random random = new Random((seed * 31 + id) * SCATTER);
        text.calculate("Numbers", numbers, seed == 0 ? _ -> 0 : random::nextInt);
        experiment = text.experiment(numbers, "");
        numbers.put("wait", waits().mapToDouble(Lesson.Wait::millis).sum());
        // Reversed: if two contenders have the same mode, the first one's figures stay.
        for (Contender contender : experiment.contenders().reversed()) {
            Prediction predicted = Predictor.predict(experiment, contender, load(), cores);
            String mode = contender.mode().label();
            numbers.put(mode + ".rate", predicted.throughput());
            numbers.put(mode + ".law", LessonText.arithmetic(predicted));
        }
        text.calculate("Predicted numbers", numbers, _ -> 0);
    }

    private Load load() {
        return experiment.loads().getLast();
    }

    private Stream<Lesson.Wait> waits() {
        KnownRoute route =
                KnownRoute.of(load().path(), experiment.conditions().serviceTwo()).orElseThrow();
        Stream<Lesson.Wait> own = route.own() == 0 ? Stream.of() : Stream.of(wait("own", route.own()));
        return Stream.concat(own, IntStream.range(0, route.calls().size())
                .mapToObj(i -> wait(CALLS.get(i), route.calls().get(i))));
    }

    private static Lesson.Wait wait(String name, double seconds) {
        return new Lesson.Wait(name, (int) Math.round(1e3 * seconds));
    }

    private double number(String name, double otherwise) {
        return (double) numbers.getOrDefault(name, otherwise);
    }

    private String line(String section) {
        return text.line(section, numbers);
    }

    Lesson lesson(Sources sources) {
        List<Figure> figures = FIGURE.matcher(text.section("Measured numbers")).results()
                .map(Figure::of).toList();
        Figure asked = figures.getFirst();
        List<Contender> contenders = experiment.contenders();
        Contender shown = contenders.get(asked.run % contenders.size());
        Load load = load();
        Lesson.Setup setup = new Lesson.Setup(shown.mode().label(), shown.option("--threads", 0),
                load.users(), load.isOpen() ? (int) load.amount() : 0, (int) number("after", 0),
                load.path(), waits().toList(), line("Note"));
        Asks asks = new Asks(line("Unit"), number("lowest", 0), number("highest", 1e6),
                text.lines("Choices", numbers));
        String question = line("Question");
        return new Lesson(text.id(), text.title(), question, setup, asks,
                text.experiment(numbers, "#\n# " + question + "\n"), runs(),
                new Solution(number("answer", Double.NaN), line("Theory")), line("Common mistake"),
                line("Lanes"), why(sources), asked.metric, runs -> measured(figures, runs));
    }

    private Lesson.Why why(Sources sources) {
        List<Lesson.Extract> code = text.pairs("Code")
                .map(fileAndMarker -> sources.find(fileAndMarker[0], fileAndMarker[1]))
                .toList();
        List<Lesson.ToWrite> toWrite = text.pairs("Write it")
                .map(numberAndText -> new Lesson.ToWrite(Integer.parseInt(numberAndText[0]),
                        numberAndText[1]))
                .toList();
        return new Lesson.Why(text.paragraphs("Why", numbers), code,
                text.paragraphs("Look", numbers), line("Exercise"), toWrite);
    }

    private List<Lesson.Shown> runs() {
        List<Lesson.Shown> runs = new ArrayList<>();
        for (Load load : experiment.loads()) {
            for (Contender contender : experiment.contenders()) {
                String label = experiment.loads().size() == 1
                        ? label(contender)
                        : load.series().split(", ")[1] + ", " + load.label();
                runs.add(new Lesson.Shown(Lesson.name(experiment, contender.name(), load), label,
                        load.users()));
            }
        }
        return runs;
    }

    private static String label(Contender contender) {
        int mostCalls = contender.option("--max-calls", 0);
        String label = contender.name().equals(ASKED_FOR)
                ? "the pool of the right size"
                : contender.mode().inWords(contender.option("--threads", 0));
        return mostCalls == 0 ? label : label + ", bulkhead of " + Numbers.text(mostCalls);
    }

    /** A figure of a run. The first one in the file is the one that the question asks for. */
    private record Figure(int run, Metric metric) {
        static Figure of(MatchResult found) {
            return new Figure(RUNS.indexOf(found.group(1)),
                    Metric.valueOf(found.group(2).toUpperCase(Locale.ROOT)));
        }
    }

    /** @param figures that the answer needs */
    private Solution measured(List<Figure> figures, List<Run> runs) {
        if (figures.stream().anyMatch(each -> Double.isNaN(each.metric.of(runs.get(each.run))))) {
            return new Solution(Double.NaN, "this machine does not report that figure");
        }
        List<Findings> judged =
                figures.stream().map(each -> Findings.of(runs.get(each.run))).toList();
        String impossible = first(judged, Findings::impossible);
        if (!impossible.isEmpty()) {
            return new Solution(Double.NaN, impossible, impossible);
        }
        Map<String, Object> found = new HashMap<>(numbers);
        Map<String, String> words = new HashMap<>();
        for (Run run : runs) {
            for (Metric metric : Metric.values()) {
                String name = RUNS.get(runs.indexOf(run)) + "." + metric.name().toLowerCase(Locale.ROOT);
                found.put(name, metric.of(run));
                words.put(name, words(Findings.of(run), metric));
            }
        }
        text.calculate("Measured numbers", found, _ -> 0);
        found.putAll(words);
        double answer = (double) found.get("answer");
        String doubt = first(judged, Findings::doubt);
        boolean isDisturbed = doubt.isEmpty() && Tolerances.isFar(answer, number("answer", Double.NaN));
        return new Solution(answer, text.line("Measured", found),
                isDisturbed ? first(judged, Findings::disturbance) : doubt);
    }

    /** A star marks a figure in doubt. */
    private static String words(Findings run, Metric metric) {
        double value = metric.of(run.run());
        if (Double.isNaN(value) || run.impossible().isPresent()) {
            return "–";
        }
        return Numbers.text(metric == Metric.THROUGHPUT ? value : Math.rint(value))
                + (run.doubt().isPresent() ? "*" : "");
    }

    private static String first(List<Findings> runs, Function<Findings, Optional<String>> why) {
        return runs.stream().flatMap(each -> why.apply(each).stream()).findFirst().orElse("");
    }
}
