package classroom.vote;

import static common.json.JsonObject.rounded;

import module java.base;
import classroom.lesson.Asks;
import classroom.lesson.Solution;
import classroom.page.Changes;
import common.http.PageServer.Refusal;
import common.json.JsonObject;

/**
 * The votes on all questions, in memory only. A voter can change a vote while the question is open and shown.
 * The teacher's and the voters' threads share this object; its monitor guards all state.
 */
public final class Ballot {
    public record Question(int id, String title, String question, String note, Asks asks) {
    }

    public record Bar(double value, int count) {
    }

    private static final class Poll {
        private final Question question;
        private final Map<String, Double> votes = new HashMap<>();
        private boolean isOpen;
        private JsonObject theory;      // null until the reveal
        private JsonObject measured;    // null until the reveal

        Poll(Question question, boolean isOpen) {
            this.question = question;
            this.isOpen = isOpen;
        }

        /** Hides the others' votes while the question is open, and the answer until the reveal. */
        JsonObject seenBy(String voter) {
            return rounded(question)
                    .put("open", isOpen).put("prediction", votes.get(voter))
                    .put("votes", isOpen ? List.of() : histogram())
                    .put("theory", theory).put("measured", measured);
        }

        private List<Bar> histogram() {
            Map<Double, Integer> counts = new TreeMap<>();
            votes.values().forEach(value -> counts.merge(value, 1, Integer::sum));
            return counts.entrySet().stream().map(each -> new Bar(each.getKey(), each.getValue()))
                    .toList();
        }

        private OptionalDouble prediction() {
            if (votes.isEmpty()) {
                return OptionalDouble.empty();
            }
            if (question.asks.isChoice()) {
                return histogram().stream().max(Comparator.comparingInt(Bar::count)).stream()
                        .mapToDouble(Bar::value).findFirst();
            }
            List<Double> sorted = votes.values().stream().sorted().toList();
            return OptionalDouble.of(
                    (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2);
        }
    }

    private static final Poll NEVER_SHOWN = new Poll(null, false);

    private final Changes versions = new Changes();
    private final Runnable changed;
    private final Map<Integer, Poll> polls = new TreeMap<>();
    private int shown;      // the number of a lesson; 0 before the first

    /** @param changed runs on the thread that makes a change, and must not block */
    public Ballot(Runnable changed) {
        this.changed = changed;
    }

    public void show(Question question) {
        synchronized (this) {
            shown = question.id;
            poll(question);
        }
        tellAll();
    }

    public void close(Question question) {
        synchronized (this) {
            poll(question).isOpen = false;
        }
        tellAll();
    }

    public void reopen(Question question) {
        synchronized (this) {
            poll(question).isOpen = true;
        }
        tellAll();
    }

    public void reveal(Question question, Solution theory, Solution measured) {
        synchronized (this) {
            Poll poll = poll(question);
            poll.isOpen = false;
            poll.theory = rounded(theory);
            poll.measured = rounded(measured);
        }
        tellAll();
    }

    void forgetOpenVotes() {
        synchronized (this) {
            polls.values().stream().filter(poll -> poll.isOpen).forEach(poll -> poll.votes.clear());
        }
        tellAll();
    }

    private Poll poll(Question question) {
        return polls.computeIfAbsent(question.id, _ -> new Poll(question, true));
    }

    private Poll poll(int lesson) {
        return polls.getOrDefault(lesson, NEVER_SHOWN);
    }

    private void tellAll() {
        versions.announce();
        changed.run();
    }

    void tellTeacher() {
        changed.run();
    }

    Changes versions() {
        return versions;
    }

    public synchronized boolean isOpen(int lesson) {
        return poll(lesson).isOpen;
    }

    public synchronized int voters(int lesson) {
        return poll(lesson).votes.size();
    }

    public synchronized List<Bar> histogram(int lesson) {
        return poll(lesson).histogram();
    }

    /** The median of numbers, or the choice with the most votes, the first in a tie. */
    public synchronized OptionalDouble prediction(int lesson) {
        return poll(lesson).prediction();
    }

    void vote(String voter, int lesson, double value) {
        synchronized (this) {
            if (lesson != shown) {
                throw new Refusal(409, "the teacher shows another question now");
            }
            if (!isOpen(lesson)) {
                throw new Refusal(409, "the vote on this question is closed");
            }
            if (!poll(lesson).question.asks.takes(value)) {
                throw new Refusal(400, "this is not a possible answer to the question");
            }
            poll(lesson).votes.put(voter, value + 0.0);      // -0 becomes 0: a TreeMap tells them apart
        }
        changed.run();
    }

    synchronized JsonObject seenBy(String voter) {
        return new JsonObject().put("shown", shown)
                .put("lessons", polls.values().stream().map(poll -> poll.seenBy(voter)).toList());
    }
}
