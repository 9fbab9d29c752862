package classroom.run;

import module java.base;
import classroom.lesson.Asks;
import classroom.lesson.Lesson;
import classroom.run.Experiments.Measured;
import common.commandline.UsageException;
import common.http.PageServer.Refusal;
import experiment.Run;

/** Each lesson's progress, and what all the teacher's pages show. Any thread may use this object. */
public final class Course {
    /** The page's script uses the same names. */
    static final List<String> PLACES = List.of("lessons", "predictions", FreePlay.NAME);

    /**
     * Only this record checks transitions between states.
     *
     * @param prediction NaN if there is none yet
     * @param failure    empty unless the state is FAILED
     * @param measured   the latest result, or null
     */
    public record Progress(State state, double prediction, String failure, Measured measured) {
        public enum State { ASKED, PREDICTED, RUNNING, MEASURED, REVEALED, FAILED }

        static final Progress BEGINNING = new Progress(State.ASKED, Double.NaN, "", null);

        public boolean mayBePredicted() {
            return state == State.ASKED || state == State.PREDICTED || state == State.FAILED;
        }

        Progress predicted(double value) {
            if (!mayBePredicted()) {
                throw new Refusal(409, "the prediction cannot be changed: the run has begun");
            }
            return new Progress(State.PREDICTED, value, "", measured);
        }

        Progress begun(boolean again) {
            String whyNot = switch (state) {
                case ASKED -> "there is no prediction yet";
                case RUNNING -> "this lesson is running";
                case MEASURED, REVEALED -> again ? "" : "this lesson has already been measured";
                case PREDICTED, FAILED -> "";
            };
            if (!whyNot.isEmpty()) {
                throw new Refusal(409, whyNot);
            }
            return new Progress(State.RUNNING, prediction, "", measured);
        }

        Progress stopped(Progress before) {
            return before.state == State.FAILED
                    ? new Progress(State.PREDICTED, prediction, "", null) : before;
        }

        Progress failed(String why) {
            return new Progress(State.FAILED, prediction, why, null);
        }

        Progress ended(Measured result) {
            Optional<Run> failed = result.runs().stream().filter(run -> !run.isMeasured()).findFirst();
            return failed.map(run -> failed(run.failure()))
                    .orElse(new Progress(State.MEASURED, prediction, "", result));
        }

        Progress revealed() {
            if (state != State.MEASURED && state != State.REVEALED) {
                throw new Refusal(409, "there is no measurement yet");
            }
            return new Progress(State.REVEALED, prediction, "", measured);
        }
    }

    private final List<Lesson> lessons;
    private final Worker worker;
    private final Map<Integer, Progress> progress = new HashMap<>();      // guarded by this
    private String shown = PLACES.getFirst();      // guarded by this

    public Course(List<Lesson> lessons, Worker worker) {
        this.lessons = lessons;
        this.worker = worker;
    }

    private static String name(Lesson lesson) {
        return "lesson " + lesson.id();
    }

    public Lesson lesson(int id) {
        return lessons.stream().filter(each -> each.id() == id).findFirst()
                .orElseThrow(() -> new UsageException("there is no lesson " + id));
    }

    public synchronized String shown() {
        return shown;
    }

    public Optional<Lesson> shownLesson() {
        String name = shown();
        return lessons.stream().filter(each -> name(each).equals(name)).findFirst();
    }

    public synchronized Progress progress(Lesson lesson) {
        return progress.getOrDefault(lesson.id(), Progress.BEGINNING);
    }

    public void show(String name) {
        if (!PLACES.contains(name) && lessons.stream().noneMatch(each -> name(each).equals(name))) {
            throw new UsageException("there is nothing to show with the name " + name);
        }
        synchronized (this) {
            shown = name;
        }
        worker.changes().announce();
    }

    public synchronized void predict(int id, double value) {
        Lesson lesson = lesson(id);
        Asks asks = lesson.asks();
        if (!asks.takes(value)) {
            throw new UsageException("a prediction is " + (asks.isChoice()
                    ? "one of the " + asks.choices().size() + " choices"
                    : String.format("a number from %,.0f to %,.0f %s", asks.least(), asks.most(),
                            asks.unit())));
        }
        set(lesson, progress(lesson).predicted(value));
    }

    public synchronized void run(int id, boolean again, OptionalDouble voted) {
        Lesson lesson = lesson(id);
        Progress latest = progress(lesson);
        Progress before = voted.isPresent() ? latest.predicted(voted.getAsDouble()) : latest;
        Progress begun = before.begun(again);
        worker.begin(name(lesson), lesson.experiment(), !lesson.lanes().isEmpty(),
                measured -> change(lesson, now -> now.ended(measured)),
                () -> change(lesson, now -> now.stopped(before)),
                why -> change(lesson, now -> now.failed(why)));
        // This object's monitor keeps the worker's thread from reporting the end before the beginning.
        set(lesson, begun);
    }

    public synchronized void reveal(int id) {
        Lesson lesson = lesson(id);
        set(lesson, progress(lesson).revealed());
    }

    private synchronized void change(Lesson lesson, UnaryOperator<Progress> step) {
        set(lesson, step.apply(progress(lesson)));
    }

    private void set(Lesson lesson, Progress now) {
        progress.put(lesson.id(), now);
        worker.changes().announce();
    }

    public List<Lesson> lessons() {
        return lessons;
    }
}
