package classroom.web;

import classroom.lesson.Lesson.Solution;
import classroom.lesson.Lesson;
import classroom.run.Course.Progress;
import classroom.run.Course;
import classroom.run.Experiments.Measured;
import classroom.run.Experiments;
import classroom.run.FreePlay.PlayRow;
import classroom.run.FreePlay;
import classroom.run.Pictures;
import classroom.run.SideBySide;
import classroom.run.Worker.Position;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import common.commandline.CommandLine.UsageException;
import common.http.Changes;
import common.http.PageServer.Refusal;
import common.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import lab.judge.Metric;
import lab.judge.Run;
import lab.judge.ValidityRules;

/**
 * All that the teacher's page shows and changes, and what the page is told of it. Its parts are changed by the server's
 * threads and by the worker's.
 *
 * @param seed of the lessons' numbers; 0 for the printed ones
 * @param room that votes; empty where the class does not
 */
public record Session(Course course, FreePlay play, SideBySide sides, Experiments experiments, Worker worker,
        Changes changes, long seed, Optional<VoteServer> room) {

    public static Session of(List<Lesson> lessons, long seed, Experiments experiments, Worker worker, Changes changes,
            Optional<VoteServer> room) {
        return new Session(new Course(lessons, experiments, worker, changes),
                new FreePlay(experiments, worker, changes), new SideBySide(experiments, worker, changes), experiments,
                worker, changes, seed, room);
    }

    /** After it nobody can vote any more: the answer is known. */
    void reveal(int lesson) throws UsageException, Refusal {
        course.reveal(lesson);
        room.map(VoteServer::ballot).filter(ballot -> ballot.openLesson() == lesson).ifPresent(Ballot::close);
    }

    /** Opens the vote on the lesson that is shown, or closes it. */
    void vote(boolean open) throws UsageException, Refusal {
        Ballot ballot = room.map(VoteServer::ballot)
                .orElseThrow(() -> Refusal.notNow("there is no vote: start the class with --bind"));
        if (!open) {
            ballot.close();
            return;
        }
        Lesson lesson = course.shownLesson().orElseThrow(() -> Refusal.notNow("no lesson is shown"));
        if (course.progress(lesson).state() == Progress.State.REVEALED) {
            throw Refusal.notNow("the answer is known already");
        }
        ballot.open(lesson.id(), lesson.title(), lesson.asks());
    }

    /**
     * All but the live figures: {@code GET /state}. The version is read first: see {@link Changes}.
     * {@code busy} is what is being done, {@code show} the name of what all pages show. {@code
     * sidesFailure} is why side by side ended before its time.
     */
    JsonObject state() {
        JsonObject state = new JsonObject().put("version", changes.version());
        String busy = worker.busy();
        boolean sidesAreOn = busy.equals(SideBySide.NAME);
        return state.put("seed", seed).put("cores", Runtime.getRuntime().availableProcessors())
                .put("problem", experiments.problem()).put("busy", busy).put("show", course.shown())
                .put("vote", room.map(this::vote).orElse(null))
                .put("lessons", course.all().stream().map(each -> lesson(each.getKey(), each.getValue())).toList())
                .put("play", rows())
                .put("sides", sidesAreOn ? Map.of("leftMillis", worker.position().left()) : null)
                .put("sidesFailure", sides.failure());
    }

    /** {@code open} is the lesson that is voted on, 0 for none; voters are on that one, or else on the one shown. */
    private JsonObject vote(VoteServer server) {
        int open = server.ballot().openLesson();
        return new JsonObject().put("url", server.address()).put("code", server.code())
                .put("open", open).put("voters", server.ballot().voters(open == 0
                ? course.shownLesson().map(Lesson::id).orElse(0) : open));
    }

    /** Until it is revealed, neither theory nor measurement is in it: the page's source would tell them. */
    private JsonObject lesson(Lesson lesson, Progress progress) {
        boolean revealed = progress.state() == Progress.State.REVEALED;
        boolean runs = progress.state() == Progress.State.RUNNING;
        List<JsonObject> contenders = lesson.labels().entrySet().stream()
                .map(each -> new JsonObject().put("name", each.getKey()).put("label", each.getValue())).toList();
        return new JsonObject().put("id", lesson.id()).put("title", lesson.title()).put("question", lesson.question())
                .put("setup", lesson.setup()).put("asks", lesson.asks()).put("contenders", contenders)
                .put("state", progress.state().name().toLowerCase(Locale.ROOT))
                .put("prediction", exact(progress.prediction()))
                .put("run", runs ? run("contender", worker.position().contender()) : null)
                .put("failure", progress.failure())
                .put("reveal", revealed ? reveal(lesson, progress.measured()) : null)
                .put("why", revealed ? lesson.why() : null);
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
                .put("votes", room.map(server -> votes(server.ballot(), lesson)).orElse(List.of()))
                .put("results", runs.stream().map(run -> figures(run).put("contender", run.contender())
                        .put("trace", measured.traces().getOrDefault(run.contender(), List.of()))).toList());
    }

    private static JsonObject solution(Solution solution) {
        return new JsonObject().put("value", solution.value()).put("text", solution.text());
    }

    private static Stream<String> findings(Lesson lesson, Run run, boolean alone) {
        String contender = alone ? "" : lesson.labels().get(run.contender()) + ": ";
        return ValidityRules.findings(run).stream().map(finding -> contender + finding);
    }

    /** How many in the room guessed each value. */
    private static List<JsonObject> votes(Ballot ballot, Lesson lesson) {
        return ballot.histogram(lesson.id()).entrySet().stream().map(each ->
                new JsonObject().put("value", exact(each.getKey())).put("count", each.getValue())).toList();
    }

    private static JsonObject figures(Run run) {
        return new JsonObject().put("throughput", value(run, Metric.THROUGHPUT)).put("p50", value(run, Metric.P50))
                .put("p99", value(run, Metric.P99)).put("meanMillis", value(run, Metric.MEAN))
                .put("cpuMicros", value(run, Metric.CPU_PER_REQUEST))
                .put("platformThreads", value(run, Metric.THREADS))
                .put("virtualThreads", value(run, Metric.VIRTUAL_THREADS)).put("memoryMib", value(run, Metric.RSS))
                .put("heapMib", value(run, Metric.LIVE_HEAP))
                .put("inFlight", run.isMeasured() ? run.measured().effectiveConcurrency() : Double.NaN)
                .put("failed", run.isMeasured() ? run.measured().requests().failed() : 0);
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
        JsonObject predicted = new JsonObject().put("throughput", row.predicted().throughput())
                .put("latencyMillis", 1e3 * row.predicted().latency());
        return new JsonObject().put("id", row.id()).put("name", row.name()).put("settings", row.settings())
                .put("predicted", predicted).put("measured", row.isMeasured() ? figures(row.run()) : null)
                .put("findings", row.findings()).put("failure", row.failure());
    }

    /**
     * The live figures of what is shown, whatever runs: {@code GET /live}. Another lesson's would mislead.
     * {@code of} is what they are of, in the words of the state's {@code busy}.
     */
    JsonObject live() {
        String shown = course.shown();
        Optional<Pictures> pictures = worker.pictures(shown);
        return new JsonObject().put("of", pictures.isPresent() ? shown : "")
                .put("pictures", pictures.map(Pictures::all).orElse(List.of()));
    }
}
