package classroom.lesson;

import common.commandline.UsageException;
import common.text.Numbers;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.define.Predictor;

/**
 * What a lesson is made of, for the teacher's paper too: the lesson itself, and the wrong answer that is given most
 * often. Each lesson is a class that fills this in, its numbers from its {@link Variation}. Immutable.
 */
abstract class LessonPlan {
    private static final int STAGES = 3;
    /** What service two takes for its first call and for each stage, where a lesson says nothing else. */
    static final int DELAY = 50;
    static final int STAGE_DELAY = 333;
    static final Asks REQUESTS_PER_SECOND = Asks.number("requests/s", 0, 1_000_000);

    private final int id;
    private final String title;
    private final Sources sources;
    private final int cores;

    /** @param cores of this machine */
    LessonPlan(int id, String title, Sources sources, int cores) {
        this.id = id;
        this.title = title;
        this.sources = sources;
        this.cores = cores;
    }

    abstract String question();

    abstract Setup setup();

    abstract Asks asks();

    /** The experiment's file. */
    abstract String definition();

    abstract Expected theory();

    abstract Measure measure();

    abstract Why why();

    /** The wrong answer that is given most often, and where it comes from. */
    abstract String mistake();

    final Lesson lesson() {
        return new Lesson(id, title, question(), setup(), asks(), experiment("\n#\n# " + question()), theory(), why(),
                measure());
    }

    /** For predictions alone: the question may quote one, and so is not in it. */
    private Experiment experiment() {
        return experiment("");
    }

    /** @throws IllegalStateException if the definition is none: a test reads those of many seeds */
    private Experiment experiment(String description) {
        try {
            String text = "# Lesson " + id + ": " + title + description + "\n" + definition();
            return ExperimentFile.parse("lesson-" + id, text, Map.of("repeat", "1"));
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What Little's law expects of one of its contenders. */
    final Prediction predicted(String contender) {
        Experiment experiment = experiment();
        return predicted(experiment, experiment.contenders().stream().filter(each -> each.name().equals(contender))
                .findFirst().orElseThrow());
    }

    /** What it expects of another one, under the same load. */
    final Prediction predicted(String name, String specification) {
        return predicted(name, specification, experiment().loads().getFirst());
    }

    /** What it expects of another one, under another load. */
    final Prediction predicted(String name, String specification, Load load) {
        try {
            return Predictor.predict(experiment(), Contender.parse(name, specification), load, cores);
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }

    private Prediction predicted(Experiment experiment, Contender contender) {
        try {
            return Predictor.predict(experiment, contender, experiment.loads().getFirst(), cores);
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Little's law in figures: {@code 1,000 users / 1.049 s = 953/s}. */
    static String arithmetic(Prediction predicted) {
        double seconds = predicted.inFlight() / predicted.throughput();
        double count = predicted.inFlight();
        String limit = count == 1 ? predicted.limit().replaceFirst("s$", "") : predicted.limit();
        return say("%,.0f %s / %s = %s", count, limit, seconds(seconds),
                Measures.perSecond(predicted.throughput()));
    }

    /** {@code 1.049 s}; no digit more than it has. */
    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds).replaceFirst("\\.?0+$", "") + " s";
    }

    /** With commas between thousands, whatever the machine's language. */
    static String say(String format, Object... values) {
        return String.format(Locale.ROOT, format.strip().replaceAll("\\s*\\n\\s*", " "), values);
    }

    /** Each paragraph of its own, filled in. */
    static List<String> paragraphs(String text, Object... values) {
        String filled = String.format(Locale.ROOT, text, values);
        return Stream.of(filled.strip().split("\\n\\s*\\n")).map(part -> part.replaceAll("\\s*\\n\\s*", " ")).toList();
    }

    static String number(double value) {
        return Numbers.text(value);
    }

    /** The four calls of a request to {@code /meetings}, one after the other. */
    static List<Setup.Wait> meetings(int delay, int stageDelay) {
        return List.of(new Setup.Wait("info", delay), new Setup.Wait("authenticate", stageDelay),
                new Setup.Wait("authorize", stageDelay), new Setup.Wait("meetings", stageDelay));
    }

    /** How long these take, in milliseconds. */
    static int meetingsMillis(int delay, int stageDelay) {
        return delay + STAGES * stageDelay;
    }

    final Extract serviceOne(String file, String marker) {
        return code("service-one/src/serviceone/" + file, marker);
    }

    final Extract code(String file, String marker) {
        return sources.find(file, marker);
    }

    final int cores() {
        return cores;
    }
}
