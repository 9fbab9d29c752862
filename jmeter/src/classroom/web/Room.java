package classroom.web;

import classroom.lesson.Lesson;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import java.util.SortedMap;

/** The room that votes, as the teacher's page has to do with it. Immutable; any thread may use it. */
public record Room(Ballot ballot, VoteServer server) {
    /** Where it votes. */
    String url() {
        return server.address().toString();
    }

    /** What a voter must know. */
    String code() {
        return server.code();
    }

    /** The lesson that is voted on; 0 for none. */
    int open() {
        return ballot.openLesson();
    }

    int voters(int lesson) {
        return ballot.voters(lesson);
    }

    void open(Lesson lesson) {
        ballot.open(lesson.id(), lesson.title(), lesson.asks());
    }

    /** No vote is taken on a lesson any more. */
    void close(int lesson) {
        if (open() == lesson) {
            ballot.close();
        }
    }

    /** Each guess, and how many made it. */
    SortedMap<Double, Integer> histogram(int lesson) {
        return ballot.histogram(lesson);
    }
}
