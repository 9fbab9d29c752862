package classroom.web;

import static common.json.JsonObject.rounded;

import module java.base;
import classroom.lesson.Lesson;
import classroom.page.Changes;
import classroom.run.Course.Progress;
import classroom.run.Course;
import classroom.run.Experiments.Measured;
import classroom.run.FreePlay.PlayRow;
import classroom.run.FreePlay;
import classroom.run.Pictures;
import classroom.run.Worker.Position;
import classroom.run.Worker;
import classroom.vote.Ballot.Question;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import common.http.PageServer.Refusal;
import common.json.JsonObject;
import common.mode.Mode;
import experiment.Metric;
import experiment.Run.Tick;
import experiment.Run;
import lab.judge.Findings;
import lab.judge.Rule.Finding;

/** What the teacher's page shows and changes. The server's threads and the worker's thread share this object. */
public record Session(Course course, FreePlay play, Worker worker, long seed,
        Optional<VoteServer> room, Ballot ballot) {

    /** @param room empty if nobody votes */
    public Session(List<Lesson> lessons, long seed, Worker worker, Ballot ballot,
            Optional<VoteServer> room) {
        this(new Course(lessons, worker), new FreePlay(worker), worker, seed, room, ballot);
    }

    void show(String place) {
        course.show(place);
        course.shownLesson().ifPresent(lesson -> ballot.show(question(lesson)));
    }

    private static Question question(Lesson lesson) {
        return new Question(lesson.id(), lesson.title(), lesson.question(), lesson.setup().note(),
                lesson.asks());
    }

    /** Closes the vote, because the run shows the answer. */
    void run(int id, boolean again) {
        course.run(id, again,
                ballot.isOpen(id) ? ballot.prediction(id) : OptionalDouble.empty());
        ballot.close(question(course.lesson(id)));
    }

    void reopen(int id) {
        Lesson lesson = course.lesson(id);
        if (!course.progress(lesson).mayBePredicted()) {
            throw new Refusal(409, "the vote is closed: the run has begun");
        }
        ballot.reopen(question(lesson));
    }

    VoteServer voting() {
        return room.orElseThrow(() -> new Refusal(409, "nobody votes in this class"));
    }

    void reveal(int id) {
        course.reveal(id);
        Lesson lesson = course.lesson(id);
        ballot.reveal(question(lesson), lesson.theory(),
                lesson.measure().apply(course.progress(lesson).measured().runs()));
    }

    /** Reads the version before the data, so that {@link Changes#await} misses no change. */
    JsonObject state() {
        JsonObject state = new JsonObject().put("version", worker.changes().version());
        return state.put("seed", seed).put("cores", Runtime.getRuntime().availableProcessors())
                .put("other", worker.other())
                .put("modes", Stream.of(Mode.values()).map(Session::mode).toList())
                .put("problem", worker.experiments().problem()).put("busy", worker.busy())
                .put("show", course.shown())
                .put("room", room.map(Session::room).orElse(null))
                .put("lessons", course.lessons().stream()
                        .map(each -> lesson(each, course.progress(each))).toList())
                .put("play", rows());
    }

    static JsonObject mode(Mode mode) {
        return new JsonObject().put("name", mode.label()).put("number", mode.number())
                .put("virtual", mode.isOnVirtualThreads()).put("threads", mode.threads());
    }

    private static JsonObject room(VoteServer server) {
        return new JsonObject().put("url", server.address()).put("code", server.code())
                .put("qr", server.qrCode())
                .put("places", server.places())
                .put("joined", server.joined()).put("problem", server.problem())
                .put("wrongCodes", server.wrongCodes());
    }

    /** Leaves out theory and measurement until the reveal, so that nobody finds the answer in the page's data. */
    private JsonObject lesson(Lesson lesson, Progress progress) {
        boolean revealed = progress.state() == Progress.State.REVEALED;
        boolean isRunning = progress.state() == Progress.State.RUNNING;
        return new JsonObject().put("id", lesson.id()).put("title", lesson.title())
                .put("question", lesson.question())
                .put("setup", lesson.setup()).put("asks", lesson.asks())
                .put("about", lesson.about().name())
                .put("lanes", lesson.lanes())
                .put("contenders", lesson.runs())
                .put("state", progress.state().name().toLowerCase(Locale.ROOT))
                .put("prediction", progress.prediction())
                .put("open", room.isPresent() && ballot.isOpen(lesson.id()))
                .put("voters", ballot.voters(lesson.id()))
                .put("run", isRunning ? run() : null)
                .put("failure", progress.failure())
                .put("reveal", revealed ? reveal(lesson, progress.measured()) : null)
                .put("why", revealed ? lesson.why() : null);
    }

    private JsonObject run() {
        Position position = worker.position();
        return rounded(position).put("leftMillis", position.left());
    }

    private JsonObject reveal(Lesson lesson, Measured measured) {
        List<Run> runs = measured.runs();
        return new JsonObject().put("theory", rounded(lesson.theory()))
                .put("measured", rounded(lesson.measure().apply(runs)))
                .put("votes", ballot.histogram(lesson.id()))
                .put("results", IntStream.range(0, runs.size())
                        .mapToObj(i -> result(lesson.runs().get(i).name(), runs.get(i), measured))
                        .toList());
    }

    private static JsonObject result(String name, Run run, Measured measured) {
        return figures(run).put("contender", name)
                .put("seconds", latencies(run))
                .put("trace", measured.traces().getOrDefault(name, List.of()));
    }

    /**
     * When answered requests were sent, in seconds after the load's begin, and their latency in milliseconds. Latency
     * grows steadily if at all, so the window's median is the latency in its middle.
     */
    private static List<List<Double>> latencies(Run run) {
        List<Tick> answered = run.measured().ticks().stream().filter(tick -> tick.answers() > 0)
                .toList();
        double begin = answered.isEmpty()
                ? 0 : answered.getFirst().at() - answered.getFirst().seconds();
        return Stream.concat(answered.stream().limit(1).map(_ ->
                List.of(run.measured().seconds() / 2 - begin, Metric.P50.of(run))),
                answered.stream()
                .map(tick -> List.of(Math.max(0,
                        tick.at() - tick.seconds() / 2 - tick.latency() / 1e3 - begin),
                        tick.latency()))).sorted(Comparator.comparing(List::getFirst)).toList();
    }

    private static JsonObject figures(Run run) {
        JsonObject figures = new JsonObject();
        for (Metric metric : Metric.values()) {
            figures.put(metric.name(), rounded(metric.of(run)));
        }
        Findings found = Findings.of(run);
        return figures.put("cpuMicros", cpuMicros(run))
                .put("inFlight", rounded(run.measured().effectiveConcurrency()))
                .put("failed", run.measured().requests().failed())
                .put("findings", found.all().stream().map(Session::finding).toList())
                .put("impossible", found.impossible().orElse(""))
                .put("doubt", found.doubt().orElse(""));
    }

    private static JsonObject finding(Finding finding) {
        return new JsonObject().put("text", finding.text()).put("invalidates", finding.invalidates());
    }

    /** NaN unless the cores are the limit and the code is warm. */
    private static double cpuMicros(Run run) {
        boolean isUsable = run.predicted().isCpuBound()
                && Findings.of(run).isValid(Metric.CPU_PER_REQUEST);
        return isUsable ? rounded(Metric.CPU_PER_REQUEST.of(run)) : Double.NaN;
    }

    private JsonObject rows() {
        List<PlayRow> rows = play.rows();
        boolean isRunning = !rows.isEmpty() && rows.getLast().run() == null;
        return new JsonObject().put("rows", rows.stream().map(Session::row).toList())
                .put("run", isRunning ? run() : null);
    }

    private static JsonObject row(PlayRow row) {
        JsonObject predicted = new JsonObject()
                .put("throughput", rounded(row.predicted().throughput()))
                .put("latencyMillis", rounded(1e3 * row.predicted().latency()));
        return new JsonObject().put("id", row.id()).put("name", row.name())
                .put("settings", row.settings())
                .put("predicted", predicted)
                .put("measured", row.isMeasured() ? figures(row.run()) : null)
                .put("failure", row.failure());
    }

    String lanes() {
        return worker.pictures(course.shown()).map(Pictures::lanes).orElse("{}");
    }

    JsonObject live() {
        String shown = course.shown();
        Optional<Pictures> pictures = worker.pictures(shown);
        return new JsonObject().put("of", pictures.isPresent() ? shown : "")
                .put("pictures", pictures.map(Pictures::all).orElse(List.of()));
    }
}
