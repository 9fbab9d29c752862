package classroom.vote;

import classroom.lesson.Asks;
import common.http.Changes;
import common.http.PageServer.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Owns the room's votes: one for each voter and lesson, which the voter's next one replaces while the lesson is open.
 * Nothing else is stored, and it is gone with the process. The teacher's threads open and close lessons and count, the
 * voters' threads vote and wait for the next question. All state is guarded by this object's monitor, so that a vote
 * is counted either before a lesson is closed or not at all.
 */
public final class Ballot {
    /**
     * What the room is asked.
     *
     * @param lesson its number; 0 before the first one
     * @param asks   what a vote is; null before the first lesson
     * @param open   whether votes are taken
     */
    record Poll(int lesson, String title, Asks asks, boolean open) {
    }

    private final Changes polls = new Changes();
    private final Runnable changed;
    private final Map<Integer, Map<String, Double>> votes = new HashMap<>();
    private Poll poll = new Poll(0, "", null, false);

    /**
     * @param changed is run after each vote that was counted and each opening and closing, on the thread that did it,
     *                and must not block: voters wait for it
     */
    public Ballot(Runnable changed) {
        this.changed = changed;
    }

    /** Takes votes on this lesson, and on no other any more. Those that it has had already are kept. */
    public void open(int lesson, String title, Asks asks) {
        set(new Poll(lesson, title, asks, true));
    }

    /** Takes no more votes. */
    public void close() {
        Poll now = poll();
        set(new Poll(now.lesson, now.title, now.asks, false));
    }

    private void set(Poll next) {
        synchronized (this) {
            poll = next;
        }
        polls.tell();
        changed.run();
    }

    synchronized Poll poll() {
        return poll;
    }

    /** Has another version with each opening and closing. */
    Changes polls() {
        return polls;
    }

    /** The lesson on which votes are taken; 0 if there is none. */
    public synchronized int openLesson() {
        return poll.open ? poll.lesson : 0;
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
    void vote(String voter, int lesson, double value) throws Refusal {
        synchronized (this) {
            if (!poll.open || poll.lesson != lesson) {
                throw new Refusal(409, "the vote on this question is closed");
            }
            if (!poll.asks.takes(value)) {
                throw new Refusal(400, "that is no answer to this question");
            }
            // -0 is 0, where a map takes them for two
            votes.computeIfAbsent(lesson, _ -> new HashMap<>()).put(voter, value + 0.0);
        }
        changed.run();
    }

    /** A voter's vote on a lesson; null if there is none. */
    synchronized Double voteOf(String voter, int lesson) {
        return votesOn(lesson).get(voter);
    }

    private Map<String, Double> votesOn(int lesson) {
        return votes.getOrDefault(lesson, Map.of());
    }
}
