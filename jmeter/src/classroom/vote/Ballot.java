package classroom.vote;

import classroom.lesson.Asks;
import common.http.Changes;
import common.http.PageServer.Refusal;
import common.json.JsonObject;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Owns the room's votes: one for each voter and question, which the voter's next one replaces while the vote is open.
 * It is open from when the room is first shown the question until the question's run begins. Nothing else is stored,
 * and it is gone with the process. The teacher's threads show, close and reveal; the voters' threads vote and wait for
 * the next question. All state is guarded by this object's monitor, so that a vote is counted either before the vote
 * is closed or not at all.
 */
public final class Ballot {
    /**
     * What the room is asked, as the projector shows it.
     *
     * @param lesson its number
     * @param note   what else is to be known of the set-up; may be empty
     * @param asks   what a vote is
     */
    public record Question(int lesson, String title, String text, String note, Asks asks) {
    }

    /** What theory or the measurement answers, and how; NaN where the runs cannot tell. */
    public record Answer(double value, String text) {
    }

    /** So many voted for a value. */
    public record Bar(double value, int count) {
    }

    private static final class Poll {
        private final Question question;
        private final Map<String, Double> votes = new HashMap<>();
        private boolean isOpen = true;
        private Answer theory;      // this and the next: null before the reveal
        private Answer measured;

        Poll(Question question) {
            this.question = question;
        }

        /** Of those who vote nobody is told of the others, and before the reveal nobody of the answer. */
        JsonObject seenBy(String voter) {
            Question asked = question;
            return new JsonObject().put("id", asked.lesson).put("title", asked.title).put("question", asked.text)
                    .put("note", asked.note).put("asks", asked.asks).put("open", isOpen)
                    .put("prediction", votes.containsKey(voter) ? BigDecimal.valueOf(votes.get(voter)) : null)
                    .put("votes", isOpen ? List.of() : histogram())
                    .put("theory", answer(theory)).put("measured", answer(measured));
        }

        /** The least value first. */
        private List<Bar> histogram() {
            SortedMap<Double, Integer> counts = new TreeMap<>();
            votes.values().forEach(value -> counts.merge(value, 1, Integer::sum));
            return counts.entrySet().stream().map(each -> new Bar(each.getKey(), each.getValue())).toList();
        }

        private OptionalDouble prediction() {
            if (question.asks.isChoice()) {
                return histogram().stream().max(Comparator.comparingInt(Bar::count)).stream()
                        .mapToDouble(Bar::value).findFirst();
            }
            List<Double> sorted = votes.values().stream().sorted().toList();
            return sorted.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(
                    (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2);
        }

        private static JsonObject answer(Answer answer) {
            return answer == null ? null : new JsonObject().put("value", answer.value).put("text", answer.text);
        }
    }

    private final Changes versions = new Changes();
    private final Runnable changed;
    private final Map<Integer, Poll> polls = new TreeMap<>();      // by the lessons' numbers
    private int shown;      // the lesson's number; 0 before the first one

    /**
     * @param changed is run after each vote that was counted and whatever else has changed, on the thread that did it,
     *                and must not block: voters wait for it
     */
    public Ballot(Runnable changed) {
        this.changed = changed;
    }

    /** Shows the room a question, and takes votes on it unless they were closed. Those that it has had are kept. */
    public void show(Question question) {
        synchronized (this) {
            shown = question.lesson;
            poll(question);
        }
        tellAll();
    }

    /** Takes no more votes on a question. Returns whether it was open. */
    public boolean close(Question question) {
        boolean wasOpen;
        synchronized (this) {
            wasOpen = poll(question).isOpen;
            poll(question).isOpen = false;
        }
        tellAll();
        return wasOpen;
    }

    /** Takes votes on a question again. */
    public void reopen(Question question) {
        synchronized (this) {
            poll(question).isOpen = true;
        }
        tellAll();
    }

    /** Tells the room what came out. */
    public void reveal(Question question, Answer theory, Answer measured) {
        synchronized (this) {
            Poll poll = poll(question);
            poll.isOpen = false;
            poll.theory = theory;
            poll.measured = measured;
        }
        tellAll();
    }

    private Poll poll(Question question) {
        return polls.computeIfAbsent(question.lesson, _ -> new Poll(question));
    }

    private void tellAll() {
        versions.tell();
        changed.run();
    }

    /** The teacher's page counts something that the voters are not told of. */
    void tellTeacher() {
        changed.run();
    }

    /** Has another version whenever the voters are to be told something. */
    Changes versions() {
        return versions;
    }

    /** Whether the room may vote on a lesson. */
    public synchronized boolean isOpen(int lesson) {
        return polls.containsKey(lesson) && polls.get(lesson).isOpen;
    }

    /** How many have voted on a lesson. */
    public synchronized int voters(int lesson) {
        return polls.containsKey(lesson) ? polls.get(lesson).votes.size() : 0;
    }

    /** How many voted for each value of a lesson, the least value first. */
    public synchronized List<Bar> histogram(int lesson) {
        return polls.containsKey(lesson) ? polls.get(lesson).histogram() : List.of();
    }

    /**
     * What the room predicts, empty if nobody has voted: the median of numbers; of choices the one with most votes, the
     * first of several.
     */
    public synchronized OptionalDouble prediction(int lesson) {
        return polls.containsKey(lesson) ? polls.get(lesson).prediction() : OptionalDouble.empty();
    }

    /** @param lesson that the voter has seen: another one may have been shown meanwhile */
    void vote(String voter, int lesson, double value) throws Refusal {
        synchronized (this) {
            if (lesson != shown || !isOpen(lesson)) {
                throw new Refusal(409, "the vote on this question is closed");
            }
            if (!polls.get(lesson).question.asks.takes(value)) {
                throw new Refusal(400, "that is no answer to this question");
            }
            polls.get(lesson).votes.put(voter, value + 0.0);      // -0 is 0, where a map takes them for two
        }
        changed.run();
    }

    /** All that a voter may know: the questions of this class, and which of them is shown. */
    synchronized JsonObject seenBy(String voter) {
        return new JsonObject().put("shown", shown)
                .put("lessons", polls.values().stream().map(poll -> poll.seenBy(voter)).toList());
    }
}
