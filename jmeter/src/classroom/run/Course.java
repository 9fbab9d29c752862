package classroom.run;

import classroom.http.Changes;
import classroom.lesson.Asks;
import classroom.lesson.Lesson;
import classroom.run.Experiments.Measured;
import classroom.run.Worker.Position;
import common.commandline.CommandLine.UsageException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import lab.judge.Run;
import lab.run.ExperimentRunner;

/**
 * The lessons and how far each of them is, and what the pages show. One for all pages: a reload or a second tab shows
 * the same. Any thread may use it; what is told of a run comes from the worker's thread.
 */
public final class Course {
    /** What else a page can show, by its number: {@code 0} is the list of lessons. */
    public static final int FREE_PLAY = 11;
    public static final int SIDE_BY_SIDE = 12;

    private final List<Lesson> lessons;
    private final Experiments experiments;
    private final Worker worker;
    private final Changes changes;
    private final Map<Integer, Progress> progress = new HashMap<>();      // guarded by this, as is the next one
    private int shown;

    public Course(List<Lesson> lessons, Experiments experiments, Worker worker, Changes changes) {
        this.lessons = List.copyOf(lessons);
        this.experiments = experiments;
        this.worker = worker;
        this.changes = changes;
    }

    /** What is done where that number is shown, as people call it while it is on. */
    public static String name(int number) {
        return switch (number) {
            case FREE_PLAY -> "free play";
            case SIDE_BY_SIDE -> "side by side";
            default -> "lesson " + number;
        };
    }

    /** The lesson of that number. */
    public Lesson lesson(int id) throws UsageException {
        return lessons.stream().filter(each -> each.id() == id).findFirst()
                .orElseThrow(() -> new UsageException("there is no lesson " + id));
    }

    public synchronized int shown() {
        return shown;
    }

    public synchronized Progress progress(Lesson lesson) {
        return progress.getOrDefault(lesson.id(), Progress.BEGINNING);
    }

    public void show(int number) throws UsageException {
        if (number != 0 && number != FREE_PLAY && number != SIDE_BY_SIDE) {
            lesson(number);
        }
        synchronized (this) {
            shown = number;
        }
        changes.tell();
    }

    public void predict(int id, double value) throws UsageException, NotNow {
        Lesson lesson = lesson(id);
        if (!lesson.asks().takes(value)) {
            throw new UsageException(bounds(lesson.asks()));
        }
        synchronized (this) {
            set(lesson, progress(lesson).predicted(value));
        }
    }

    private static String bounds(Asks asks) {
        return asks.choices().isEmpty() ? String.format("a prediction is a number from %,.0f to %,.0f %s", asks.least(),
                asks.most(), asks.unit()) : "a prediction is one of the " + asks.choices().size() + " choices";
    }

    /** Begins its experiment. @param again whether one that was measured is to run once more */
    public synchronized void run(int id, boolean again) throws UsageException, NotNow {
        Lesson lesson = lesson(id);
        Progress before = progress(lesson);
        Progress begun = before.begun(again);
        worker.begin(name(id), lesson.labels()::get, ExperimentRunner.longest(lesson.experiment(), false),
                (pictures, position) -> carryOut(lesson, pictures, position), end -> end(lesson, before, end));
        set(lesson, begun);      // the worker's thread waits for this object before it tells anything
    }

    private void carryOut(Lesson lesson, Pictures pictures, Consumer<Position> position) throws Exception {
        Measured measured = experiments.carryOut(lesson.experiment(), pictures, position);
        Optional<Run> failed = measured.runs().stream().filter(run -> !run.isMeasured()).findFirst();
        synchronized (this) {
            set(lesson, failed.isPresent() ? progress(lesson).failed(failed.get().failure())
                    : progress(lesson).ended(measured));
        }
    }

    private synchronized void end(Lesson lesson, Progress before, Worker.End end) {
        switch (end.how()) {
            case DONE -> { }      // it has said how
            case STOPPED -> set(lesson, progress(lesson).stopped(before));
            case FAILED -> set(lesson, progress(lesson).failed(end.why()));
        }
    }

    public synchronized void reveal(int id) throws UsageException, NotNow {
        Lesson lesson = lesson(id);
        set(lesson, progress(lesson).revealed());
    }

    private synchronized void set(Lesson lesson, Progress now) {
        progress.put(lesson.id(), now);
        changes.tell();
    }

    /** Each lesson with how far it is, at one moment. */
    public synchronized List<Map.Entry<Lesson, Progress>> all() {
        return lessons.stream().map(lesson -> Map.entry(lesson, progress(lesson))).toList();
    }
}
