package classroom.web;

import classroom.lesson.Lesson;
import classroom.run.Changes;
import classroom.run.Course;
import classroom.run.Experiments;
import classroom.run.FreePlay;
import classroom.run.SideBySide;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * All that the teacher's page shows and changes; its parts are changed by the server's threads and by the worker's.
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
}
