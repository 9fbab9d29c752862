package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import classroom.lesson.Asks;
import classroom.vote.Ballot.Poll;
import common.http.Changes;
import common.http.PageServer.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import testing.Test;

class BallotTest {
    private static final Asks NUMBER = Asks.number("requests/s", 0, 100_000);
    private static final int FOREVER_MILLIS = 600_000;      // longer than a test may take

    private final AtomicInteger changes = new AtomicInteger();
    private final Ballot ballot = new Ballot(changes::incrementAndGet);

    private void refused(String why, int lesson, double value) {
        assertContains(why, assertThrows(Refusal.class, () -> ballot.vote("a", lesson, value)).getMessage());
    }

    @Test
    void oneVoteEachTheLastOneCountsAndALessonThatIsOpenedAgainHasItsVotes() throws Exception {
        ballot.open(3, "A title", NUMBER);
        ballot.vote("a", 3, 190);
        ballot.vote("b", 3, 953);
        ballot.close();
        ballot.open(3, "A title", NUMBER);
        ballot.vote("a", 3, 953);
        assertEquals(2, ballot.voters(3));
        assertEquals(Map.of(953.0, 2), ballot.histogram(3));
        assertEquals(953.0, ballot.voteOf("a", 3));
    }

    @Test
    void onlyTheOpenLessonTakesVotes() throws Exception {
        refused("closed", 0, 1);
        ballot.open(1, "One", NUMBER);
        ballot.vote("a", 1, 20);
        ballot.open(2, "Two", NUMBER);
        assertEquals(2, ballot.openLesson());
        refused("closed", 1, 400);
        ballot.close();
        assertEquals(0, ballot.openLesson());
        refused("closed", 2, 4);
        assertEquals(Map.of(20.0, 1), ballot.histogram(1));
        assertEquals(Map.of(), ballot.histogram(2));
    }

    @Test
    void onlyAnswersToTheQuestionAreTaken() throws Exception {
        ballot.open(1, "One", NUMBER);
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE, 100_001}) {
            refused("no answer", 1, value);
        }
        ballot.open(2, "Two", Asks.choice("more", "as many", "fewer"));
        for (double value : new double[] {-1, 0.5, 3, Double.NaN}) {
            refused("no answer", 2, value);
        }
        assertEquals(2, changes.get(), "of a vote that was not taken nobody is told");
        ballot.vote("a", 2, -0.0);
        ballot.vote("b", 2, 0.0);
        assertEquals(Map.of(0.0, 2), ballot.histogram(2));
        assertEquals(4, changes.get());
    }

    /** Ten threads, each with the votes of 200 voters who change them ten times: none is lost, twice or refused. */
    @Test
    void asManyAsTheRoomHoldsVoteAtOnce() throws Exception {
        ballot.open(1, "One", NUMBER);
        List<Callable<Void>> voters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            voters.add(() -> {
                for (int vote = 0; vote < 10 * Voters.MOST / 10; vote++) {
                    ballot.vote("voter " + number + " " + vote % 200, 1, vote / 200);
                }
                return null;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(10)) {
            for (Future<Void> each : threads.invokeAll(voters)) {
                each.get();
            }
        }
        assertEquals(Map.of(9.0, Voters.MOST), ballot.histogram(1));
        assertEquals(1 + 10 * Voters.MOST, changes.get());
    }

    @Test
    void whoWaitsIsToldOfTheNextQuestion() throws Exception {
        Changes polls = ballot.polls();
        try (ExecutorService voter = Executors.newSingleThreadExecutor()) {
            Future<Poll> next = voter.submit(pollAfter(polls.version()));
            ballot.open(3, "A title", NUMBER);
            assertEquals("A title", next.get().title());
            Future<Poll> closed = voter.submit(pollAfter(polls.version()));
            ballot.vote("a", 3, 190);
            ballot.close();
            assertEquals(false, closed.get().open(), "the next change, which the vote was none of");
        }
        long last = polls.version();
        polls.await(last, 1);
        assertEquals(last, polls.version(), "when the time is over");
    }

    private Callable<Poll> pollAfter(long version) {
        return () -> {
            ballot.polls().await(version, FOREVER_MILLIS);
            return ballot.poll();
        };
    }
}
