package classroom.web;

import classroom.http.Changes;
import classroom.lesson.Asks;
import classroom.lesson.Lesson;
import classroom.lesson.Lesson.Solution;
import classroom.run.Course;
import classroom.run.Experiments;
import classroom.run.Experiments.Measured;
import classroom.run.FreePlay;
import classroom.run.FreePlay.PlayRow;
import classroom.run.Pictures;
import classroom.run.PlaySettings;
import classroom.run.Progress;
import classroom.run.SideBySide;
import classroom.run.Worker;
import classroom.run.Worker.Position;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import common.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.ValidityRules;

/**
 * All that the teacher's page shows and changes, and what the page is told of it. Its parts are changed by the server's
 * threads and by the worker's.
 *
 * @param seed    of the lessons' numbers; 0 for the printed ones
 * @param problem why nothing can be run; empty where something can
 * @param room    empty where the class does not vote
 */
public record Session(Course course, FreePlay play, SideBySide sides, Worker worker, Changes changes, long seed,
        Supplier<String> problem, Optional<Room> room) {
    /** The room that votes. */
    public record Room(Ballot ballot, VoteServer server) {
    }

    public static Session of(List<Lesson> lessons, long seed, Experiments experiments, Supplier<String> problem,
            Worker worker, Changes changes, Optional<Room> room) {
        return new Session(new Course(lessons, experiments, worker, changes),
                new FreePlay(experiments, worker, changes), new SideBySide(experiments, worker, changes), worker,
                changes, seed, problem, room);
    }

    /**
     * All but the live figures: {@code GET /state}. The version is read first: see {@link Changes}.
     * {@code busy} is what is being done, {@code show} the lesson that all pages show: 0 for their list, or a number of
     * {@link Course}. {@code sidesFailure} is why side by side ended before its time.
     */
    JsonObject state() {
        JsonObject state = new JsonObject().put("version", changes.version());
        String busy = worker.busy();
        int shown = course.shown();
        boolean sidesAreOn = busy.equals(Course.name(Course.SIDE_BY_SIDE));
        return state.put("seed", seed).put("cores", Runtime.getRuntime().availableProcessors())
                .put("problem", problem.get()).put("busy", busy).put("show", shown)
                .put("vote", room.map(each -> vote(each, shown)).orElse(null))
                .put("lessons", course.all().stream().map(each -> lesson(each.getKey(), each.getValue())).toList())
                .put("play", rows())
                .put("sides", sidesAreOn ? Map.of("leftMillis", worker.position().left()) : null)
                .put("sidesFailure", sides.failure());
    }

    /** {@code open} is the lesson that is voted on, 0 for none; voters are on that one, or else on the one shown. */
    private static JsonObject vote(Room room, int shown) {
        int open = room.ballot().openLesson();
        return new JsonObject().put("url", room.server().address()).put("code", room.server().code())
                .put("open", open).put("voters", room.ballot().voters(open == 0 ? shown : open));
    }

    /** Until it is revealed, neither theory nor measurement is in it: the page's source would tell them. */
    private JsonObject lesson(Lesson lesson, Progress progress) {
        boolean revealed = progress.state() == Progress.State.REVEALED;
        List<JsonObject> contenders = lesson.labels().entrySet().stream()
                .map(each -> new JsonObject().put("name", each.getKey()).put("label", each.getValue())).toList();
        return new JsonObject().put("id", lesson.id()).put("title", lesson.title()).put("question", lesson.question())
                .put("setup", lesson.setup()).put("asks", asks(lesson.asks())).put("contenders", contenders)
                .put("state", small(progress.state())).put("prediction", exact(progress.prediction()))
                .put("run", progress.state() == Progress.State.RUNNING ? run("contender",
                        worker.position().contender()) : null)
                .put("failure", progress.failure())
                .put("reveal", revealed ? reveal(lesson, progress.measured()) : null)
                .put("why", revealed ? lesson.why() : null);
    }

    private static JsonObject asks(Asks asks) {
        return new JsonObject().put("kind", small(asks.kind())).put("unit", asks.unit()).put("least", asks.least())
                .put("most", asks.most()).put("choices", asks.choices());
    }

    private static String small(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** What somebody has entered, with all of its digits. */
    private static BigDecimal exact(double value) {
        return Double.isNaN(value) ? null : BigDecimal.valueOf(value);
    }

    private JsonObject run(String what, int number) {
        Position position = worker.position();
        return new JsonObject().put(what, number).put("phase", position.phase()).put("leftMillis", position.left())
                .put("wholeMillis", position.whole());
    }

    /** What stands beside the prediction. */
    private JsonObject reveal(Lesson lesson, Measured measured) {
        List<Run> runs = measured.runs();
        return new JsonObject().put("theory", solution(lesson.theory()))
                .put("measured", solution(lesson.measure().apply(runs)))
                .put("findings", runs.stream().flatMap(run -> findings(lesson, run, runs.size() == 1)).toList())
                .put("votes", room.map(room -> votes(room, lesson)).orElse(List.of()))
                .put("results", runs.stream().map(run -> result(run, measured.traces())).toList());
    }

    private static JsonObject solution(Solution solution) {
        return new JsonObject().put("value", solution.value()).put("text", solution.text());
    }

    private static Stream<String> findings(Lesson lesson, Run run, boolean alone) {
        String contender = alone ? "" : lesson.labels().get(run.contender()) + ": ";
        return ValidityRules.findings(run).stream().map(finding -> contender + finding);
    }

    /** How many in the room guessed each value. */
    private static List<JsonObject> votes(Room room, Lesson lesson) {
        return room.ballot().histogram(lesson.id()).entrySet().stream().map(each ->
                new JsonObject().put("value", exact(each.getKey())).put("count", each.getValue())).toList();
    }

    private static JsonObject result(Run run, Map<String, List<String>> traces) {
        return new JsonObject().put("contender", run.contender()).put("throughput", value(run, Metric.THROUGHPUT))
                .put("p50", value(run, Metric.P50)).put("p99", value(run, Metric.P99))
                .put("cpuMicros", value(run, Metric.CPU_PER_REQUEST))
                .put("platformThreads", value(run, Metric.THREADS))
                .put("virtualThreads", value(run, Metric.VIRTUAL_THREADS)).put("memoryMib", value(run, Metric.RSS))
                .put("heapMib", value(run, Metric.LIVE_HEAP))
                .put("failed", run.isMeasured() ? run.measured().requests().failed() : 0)
                .put("trace", traces.getOrDefault(run.contender(), List.of()));
    }

    /** Without answers there is no latency at all. */
    private static double value(Run run, Metric metric) {
        boolean some = run.isMeasured() && run.measured().requests().latency() != null;
        return some || metric.leastRequests() == 0 ? metric.of(run) : Double.NaN;
    }

    private JsonObject rows() {
        List<PlayRow> rows = play.rows();
        boolean runs = !rows.isEmpty() && rows.getLast().run() == null;
        return new JsonObject().put("rows", rows.stream().map(Session::row).toList())
                .put("run", runs ? run("row", rows.getLast().id()) : null);
    }

    private static JsonObject row(PlayRow row) {
        PlaySettings set = row.settings();
        JsonObject predicted = new JsonObject().put("throughput", row.predicted().throughput())
                .put("latencyMillis", 1e3 * row.predicted().latency());
        return new JsonObject().put("id", row.id()).put("name", row.name()).put("mode", set.mode())
                .put("threads", set.threads()).put("users", set.users()).put("rate", set.rate())
                .put("path", set.path()).put("delay", set.delay()).put("stageDelay", set.stageDelay())
                .put("jvm", set.jvm()).put("predicted", predicted)
                .put("measured", row.isMeasured() ? measured(row.run()) : null).put("findings", row.findings())
                .put("failure", row.failure());
    }

    private static JsonObject measured(Run run) {
        return new JsonObject().put("throughput", value(run, Metric.THROUGHPUT)).put("p50", value(run, Metric.P50))
                .put("p99", value(run, Metric.P99)).put("meanMillis", value(run, Metric.MEAN))
                .put("inFlight", run.measured().effectiveConcurrency())
                .put("cpuMicros", value(run, Metric.CPU_PER_REQUEST)).put("memoryMib", value(run, Metric.RSS));
    }

    /**
     * The live figures of what is shown, whatever runs: {@code GET /live}. Another lesson's would mislead.
     * {@code of} is what they are of, in the words of the state's {@code busy}.
     */
    JsonObject live() {
        String shown = Course.name(course.shown());
        Optional<Pictures> pictures = worker.pictures(shown);
        return new JsonObject().put("of", pictures.isPresent() ? shown : "")
                .put("pictures", pictures.map(Pictures::all).orElse(List.of()));
    }
}
