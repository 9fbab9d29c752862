package classroom.web;

import classroom.lesson.Lesson;
import classroom.run.Changes;
import classroom.run.Course;
import classroom.run.Experiments;
import classroom.run.FreePlay;
import classroom.run.SideBySide;
import classroom.run.Worker;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All that the teacher's page shows and changes. Immutable itself; its parts are changed by the server's threads and by
 * the worker's.
 *
 * @param seed    of the lessons' numbers; 0 for the printed ones
 * @param problem why nothing can be run; empty where something can
 * @param room    empty where the class does not vote
 */
public record Session(Course course, FreePlay play, SideBySide sides, Worker worker, Changes changes, long seed,
        Supplier<String> problem, Optional<Room> room) {

    public static Session of(List<Lesson> lessons, long seed, Experiments experiments, Supplier<String> problem,
            Worker worker, Changes changes, Optional<Room> room) {
        return new Session(new Course(lessons, experiments, worker, changes),
                new FreePlay(experiments, worker, changes), new SideBySide(experiments, worker, changes), worker,
                changes, seed, problem, room);
    }

    /** Of what is shown, whatever runs: another lesson's pictures would mislead. */
    LiveView live() {
        int shown = course.shown();
        return switch (course.shown()) {
            case Course.FREE_PLAY -> LiveView.of(FreePlay.NAME, play.pictures());
            case Course.SIDE_BY_SIDE -> LiveView.of(SideBySide.NAME, sides.pictures());
            default -> LiveView.of(Course.name(shown), course.pictures(shown));
        };
    }
}
