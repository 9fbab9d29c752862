package classroom.vote;

import classroom.lesson.Asks;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Owns the room's votes: one for each voter and lesson, which the voter's next one replaces while the lesson is open.
 * Nothing else is stored, and it is gone with the process. The teacher's threads open and close lessons and count, the
 * voters' threads vote and wait for the next question. All state is guarded by this object's monitor, so that a vote
 * is counted either before a lesson is closed or not at all.
 */
public final class Ballot {
    /** What became of a vote. */
    enum Outcome {
        /** It is the voter's vote now. */
        COUNTED,
        /** That lesson is not open, or not any more. */
        CLOSED,
        /** The value is no answer to the question. */
        NOT_TAKEN
    }

    private final Runnable changed;
    private final Map<Integer, Map<String, Double>> votes = new HashMap<>();
    private Question question = Question.NONE;

    /**
     * @param changed is run after each vote that was counted and each opening and closing, on the thread that did it,
     *                and must not block: voters wait for it
     */
    public Ballot(Runnable changed) {
        this.changed = changed;
    }

    /** Takes votes on this lesson, and on no other any more. Those that it has had already are kept. */
    public void open(int lesson, String title, Asks asks) {
        synchronized (this) {
            question = question.opened(lesson, title, asks);
            notifyAll();
        }
        changed.run();
    }

    /** Takes no more votes. */
    public void close() {
        synchronized (this) {
            question = question.closed();
            notifyAll();
        }
        changed.run();
    }

    /** The lesson on which votes are taken; 0 if there is none. */
    public synchronized int openLesson() {
        return question.open() ? question.lesson() : 0;
    }

    /** How many have voted on a lesson. */
    public synchronized int voters(int lesson) {
        return votesOn(lesson).size();
    }

    /** How many voted for each value of a lesson. */
    public synchronized SortedMap<Double, Integer> histogram(int lesson) {
        SortedMap<Double, Integer> counts = new TreeMap<>();
        votesOn(lesson).values().forEach(value -> counts.merge(value, 1, Integer::sum));
        return counts;
    }

    /** @param lesson that the voter has seen: another one may have been opened meanwhile */
    Outcome vote(String voter, int lesson, double value) {
        Outcome outcome = count(voter, lesson, value);
        if (outcome == Outcome.COUNTED) {
            changed.run();
        }
        return outcome;
    }

    private synchronized Outcome count(String voter, int lesson, double value) {
        if (!question.open() || question.lesson() != lesson) {
            return Outcome.CLOSED;
        }
        if (!question.asks().takes(value)) {
            return Outcome.NOT_TAKEN;
        }
        // -0 is 0, where a map takes them for two
        votes.computeIfAbsent(lesson, _ -> new HashMap<>()).put(voter, value + 0.0);
        return Outcome.COUNTED;
    }

    /** A voter's vote on a lesson; null if there is none. */
    synchronized Double voteOf(String voter, int lesson) {
        return votesOn(lesson).get(voter);
    }

    /** The question as it is when it is another one than that of a version, or when the time is over. */
    synchronized Question awaitOther(long version, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (question.version() == version && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
        return question;
    }

    private Map<String, Double> votesOn(int lesson) {
        return votes.getOrDefault(lesson, Map.of());
    }
}
