package classroom.lesson;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.http.PageServer;
import common.mode.Mode;
import experiment.Contender;
import experiment.Experiment;
import experiment.KnownRoute;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run;
import experiment.Spread;
import lab.judge.Tolerances;
import lab.judge.Validity;
import model.Predictor;
import text.Numbers;

/**
 * Builds a lesson from its file. A method of {@link Lessons} sets the numbers for the file's placeholders:
 * <ul>
 * <li>{@code {users}}: a number by its name
 * <li>{@code {delay s}}: a number of milliseconds, written in seconds
 * <li>{@code {cores event loop}}: a number with a noun, such as "2 event loops"
 * <li>{@code {loom.rate}}: the throughput that Little's law predicts for loom
 * <li>{@code {wait}}: the sum of a request's waits, in milliseconds
 * </ul>
 */
final class Draft {
    /** The pool whose size is the answer. The name must not give the size away. */
    static final String ASKED_FOR = "pool-asked-for";
    private static final List<String> CALLS = List.of("info", "authenticate", "authorize", "meetings");
    /** 2^64 divided by the golden ratio scatters neighbouring seeds. */
    private static final long SCATTER = 0x9E3779B97F4A7C15L;
    private static final double ABOUT_THE_SAME = 1.05;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?<name>[A-Za-z.-]+)( (?<unit>[a-z ]+))?}");

    private final int id;
    private final Random random;      // null for the standard numbers
    private final Sources sources;
    private final int cores;
    private final String title;
    private final Map<String, String> sections = new HashMap<>();
    private final Map<String, Object> values = new HashMap<>();
    private Experiment experiment;
    private Contender shown;
    private Asks asks;
    private double theory;
    private int at;
    private Metric about;
    private Function<List<Run>, Solution> measure;

    Draft(int id, long seed, Path repository, int cores) throws IOException {
        this.id = id;
        this.random = seed == 0 ? null : new Random((seed * 31 + id) * SCATTER);
        this.sources = new Sources(repository);
        this.cores = put("cores", cores);
        String[] parts = PageServer.resource("/classroom/lessons/" + id + ".md").split("(?m)^#+ ");
        this.title = parts[1].strip();
        Stream.of(parts).skip(2).map(part -> part.split("\n", 2))
                .forEach(headingAndText -> sections.put(headingAndText[0], headingAndText[1].strip()));
    }

    /** The lesson must be true with each of these numbers. */
    int vary(String name, int standard, int... others) {
        int chosen = random == null ? 0 : random.nextInt(1 + others.length);
        return put(name, chosen == 0 ? standard : others[chosen - 1]);
    }

    <T> T put(String name, T value) {
        values.put(name, value);
        return value;
    }

    int cores() {
        return cores;
    }

    /** Needs the numbers of the section "Experiment". */
    void experiment() throws UsageException {
        experiment = experiment("");
        put("wait", waitMillis());
        // Reversed: if two contenders have the same mode, the first one's figures stay.
        for (Contender contender : experiment.contenders().reversed()) {
            Prediction predicted = Predictor.predict(experiment, contender, load(), cores);
            put(contender.mode().label() + ".rate", predicted.throughput());
            put(contender.mode().label() + ".law", arithmetic(predicted));
        }
    }

    private Experiment experiment(String description) throws UsageException {
        return Experiment.parse("lesson-" + id, "# Lesson " + id + ": " + title + description + "\n"
                + filled("Experiment", Object::toString), Map.of("repeat", "1"));
    }

    Prediction predicted(String contender) throws UsageException {
        return Predictor.predict(experiment, contender(contender), load(), cores);
    }

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
        return experiment.loads().getLast();
    }

    int waitMillis() {
        return waits().stream().mapToInt(Lesson.Wait::millis).sum();
    }

    private List<Lesson.Wait> waits() {
        KnownRoute route = KnownRoute.of(load().path(), experiment.conditions().serviceTwo()).orElseThrow();
        return Stream.concat(Stream.of(new Lesson.Wait("own", millis(route.own()))).filter(own -> own.millis() > 0),
                IntStream.range(0, route.calls().size())
                        .mapToObj(i -> new Lesson.Wait(CALLS.get(i), millis(route.calls().get(i))))).toList();
    }

    private static int millis(double seconds) {
        return (int) Math.round(1e3 * seconds);
    }

    Asks choices() {
        return Asks.choice(filled("Choices", Draft::text).split("\n"));
    }

    void answer(String contender, Asks kind, double byTheory) throws UsageException {
        shown = contender(contender);
        asks = kind;
        theory = byTheory;
        SequencedMap<String, String> names = new LinkedHashMap<>();
        for (Contender each : experiment.contenders()) {
            names.put(each.name(), name(each));
        }
        measured(Metric.THROUGHPUT, List.of(contender),
                runs -> new Solution(runs.throughput(contender), compared(names, runs)));
    }

    /** Each contender's throughput, the lowest first, and how many times as much the last one answered. */
    private static String compared(SequencedMap<String, String> names, LessonRuns runs) {
        List<String> measured = names.keySet().stream().filter(each -> runs.of(each).anyMatch(Run::isMeasured))
                .sorted(Comparator.comparingDouble(runs::throughput)).toList();
        String rates = measured.stream().map(each -> names.get(each) + " answered " + runs.perSecond(each))
                .collect(Collectors.joining(", "));
        double times = runs.throughput(measured.getLast()) / runs.throughput(measured.getFirst());
        String ratio = times < ABOUT_THE_SAME ? "about the same"
                : String.format(Locale.ROOT, times < 2 ? "%.2f" : "%.1f", times) + " times as many";
        return rates.substring(0, 1).toUpperCase(Locale.ROOT) + rates.substring(1)
                + (measured.size() == 1 ? "" : ": " + ratio);
    }

    private static String name(Contender contender) throws UsageException {
        Mode mode = contender.mode();
        String words = mode.inWords(contender.option("--threads", 0));
        return mode.isBoundedByThreads() ? "the " + words : words;
    }

    /** The question is about a request sent so many seconds after the load's begin. */
    void asksAt(int seconds) {
        at = seconds;
    }

    void measured(Metric metric, List<String> contenders, Function<LessonRuns, Solution> answer) {
        about = metric;
        measure = all -> {
            LessonRuns runs = new LessonRuns(all, load().isOpen());
            return contenders.stream().filter(each -> Double.isNaN(runs.median(each, metric))).findFirst()
                    .map(runs::missing).orElseGet(() -> withDoubt(answer.apply(runs),
                            contenders.stream().flatMap(runs::of).toList()));
        };
    }

    private Solution withDoubt(Solution measured, List<Run> runs) {
        String impossible = first(runs, Validity::impossible);
        if (!impossible.isEmpty()) {
            return new Solution(Double.NaN, impossible, impossible);
        }
        String doubt = first(runs, Validity::doubt);
        boolean isDisturbed = doubt.isEmpty() && Tolerances.isFar(measured.value(), theory);
        return new Solution(measured.value(), measured.text(),
                isDisturbed ? first(runs, Validity::disturbance) : doubt);
    }

    private static String first(List<Run> runs, Function<Validity, Optional<String>> why) {
        return runs.stream().map(Validity::of).flatMap(each -> why.apply(each).stream()).findFirst().orElse("");
    }

    record LessonRuns(List<Run> all, boolean isOpen) {
        LessonRuns of(boolean open) {
            return new LessonRuns(all, open);
        }

        double throughput(String contender) {
            return median(contender, Metric.THROUGHPUT);
        }

        double median(String contender, Metric metric) {
            return Spread.of(of(contender).mapToDouble(metric::of).toArray()).median();
        }

        private Stream<Run> of(String contender) {
            return all.stream().filter(run -> run.contender().equals(contender) && run.load().isOpen() == isOpen);
        }

        String perSecond(String contender) {
            return written(contender, Metric.THROUGHPUT, "/s");
        }

        /** A star marks a figure in doubt. */
        String written(String contender, Metric metric, String unit) {
            double median = median(contender, metric);
            double value = unit.equals(" ms") ? Math.rint(median) : median;
            String mark = of(contender).allMatch(run -> Validity.of(run).doubt().isEmpty()) ? "" : "*";
            return Double.isNaN(value) || isImpossible(contender) ? "–" : Numbers.text(value) + mark + unit;
        }

        boolean isImpossible(String contender) {
            return of(contender).anyMatch(run -> Validity.of(run).impossible().isPresent());
        }

        private Solution missing(String contender) {
            String otherwise = of(contender).findAny().isEmpty() ? contender + " was not measured"
                    : "this machine does not report that figure";
            return new Solution(Double.NaN, of(contender).filter(run -> !run.isMeasured()).findFirst()
                    .map(run -> contender + " could not be measured: " + run.failure()).orElse(otherwise));
        }
    }

    Lesson lesson() throws UsageException {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Load load : experiment.loads()) {
            for (Contender contender : experiment.contenders()) {
                labels.put(Lesson.name(experiment, contender.name(), load), experiment.loads().size() == 1
                        ? label(contender) : load.series().split(", ")[1] + ", " + load.label());
            }
        }
        String question = line("Question");
        Lesson.Setup setup = new Lesson.Setup(shown.mode().label(), shown.option("--threads", 0), load().users(),
                load().isOpen() ? (int) load().amount() : 0, at, load().path(), waits(), line("Note"));
        List<Lesson.Extract> code = sections.get("Code").lines().map(line -> line.split(": ", 2))
                .map(fileAndMarker -> sources.find(fileAndMarker[0], fileAndMarker[1])).toList();
        return new Lesson(id, title, question, setup, asks, experiment("\n#\n# " + question), labels,
                new Solution(theory, line("Theory")), line("Common mistake"),
                line("Lanes"), new Lesson.Why(paragraphs("Why"), code, paragraphs("Look"), line("Exercise"),
                        toWrite()), about, measure);
    }

    private List<Lesson.ToWrite> toWrite() {
        return sections.getOrDefault("Write it", "").lines().map(line -> line.split(": ", 2))
                .map(numberAndText -> new Lesson.ToWrite(Integer.parseInt(numberAndText[0]), numberAndText[1]))
                .toList();
    }

    private static String label(Contender contender) throws UsageException {
        int mostCalls = contender.option("--max-calls", 0);
        String label = contender.name().equals(ASKED_FOR) ? "the pool of the right size"
                : contender.mode().inWords(contender.option("--threads", 0));
        return mostCalls == 0 ? label : say("%s, bulkhead of %,d", label, mostCalls);
    }

    /** Little's law in figures: {@code 1,000 users / 1.049 s = 953/s}. */
    static String arithmetic(Prediction predicted) {
        double count = predicted.inFlight();
        return say("%s %s / %s = %s/s", Math.rint(count), predicted.limit().words(count),
                seconds(count / predicted.throughput()), predicted.throughput());
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds).replaceFirst("\\.?0+$", "") + " s";
    }

    private String line(String section) {
        return oneLine(filled(section, Draft::text));
    }

    private List<String> paragraphs(String section) {
        return Stream.of(filled(section, Draft::text).split("\\n\\s*\\n")).map(Draft::oneLine).toList();
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\n\\s*", " ");
    }

    private String filled(String section, Function<Object, String> written) {
        return filled(sections.getOrDefault(section, ""), values, written);
    }

    static String filled(String text, Map<String, Object> values, Function<Object, String> written) {
        return PLACEHOLDER.matcher(text).replaceAll(place -> {
            Object value = values.get(place.group("name"));
            if (value == null) {
                throw new IllegalStateException("no number for " + place.group() + " in: " + text);
            }
            return Matcher.quoteReplacement(switch (place.group("unit")) {
                case null -> written.apply(value);
                case "s" -> seconds(((Number) value).doubleValue() / 1e3);
                case String noun -> value.equals(1) ? "one " + noun : value + " " + noun + "s";
            });
        });
    }

    private static String text(Object value) {
        return switch (value) {
            case Double number -> Numbers.text(number);
            case Integer number -> String.format(Locale.ROOT, "%,d", number);
            default -> value.toString();
        };
    }

    /** Format a double with {@code %s}: it is passed on as text. */
    static String say(String format, Object... values) {
        return oneLine(String.format(Locale.ROOT, format, Stream.of(values)
                .map(value -> value instanceof Double number ? Numbers.text(number) : value).toArray()));
    }
}
