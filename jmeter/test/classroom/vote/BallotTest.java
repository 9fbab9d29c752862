package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import classroom.http.Changes;
import classroom.lesson.Asks;
import classroom.vote.Ballot.Poll;
import common.http.PageServer.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import testing.Test;

class BallotTest {
    private static final Asks NUMBER = Asks.number("requests/s", 0, 100_000);
    private static final Asks CHOICE = Asks.choice("more", "as many", "fewer");
    private static final int FOREVER_MILLIS = 600_000;      // longer than a test may take

    private final AtomicInteger changes = new AtomicInteger();
    private final Ballot ballot = new Ballot(changes::incrementAndGet);

    private void refused(String why, String voter, int lesson, double value) {
        assertContains(why, assertThrows(Refusal.class, () -> ballot.vote(voter, lesson, value)).getMessage());
    }

    @Test
    void oneVoteEachAndTheLastOneCounts() throws Exception {
        ballot.open(3, "A title", NUMBER);
        ballot.vote("a", 3, 190);
        ballot.vote("b", 3, 953);
        ballot.vote("a", 3, 953);
        assertEquals(2, ballot.voters(3));
        assertEquals(Map.of(953.0, 2), ballot.histogram(3));
        assertEquals(953.0, ballot.voteOf("a", 3));
    }

    @Test
    void onlyTheOpenLessonTakesVotes() throws Exception {
        refused("closed", "a", 0, 1);
        ballot.open(1, "One", NUMBER);
        assertEquals(1, ballot.openLesson());
        ballot.vote("a", 1, 20);
        ballot.open(2, "Two", NUMBER);
        refused("closed", "a", 1, 400);
        ballot.close();
        assertEquals(0, ballot.openLesson());
        refused("closed", "a", 2, 4);
        assertEquals(Map.of(20.0, 1), ballot.histogram(1));
        assertEquals(Map.of(), ballot.histogram(2));
    }

    @Test
    void aLessonThatIsOpenedAgainHasItsVotes() throws Exception {
        ballot.open(1, "One", NUMBER);
        ballot.vote("a", 1, 20);
        ballot.close();
        ballot.open(1, "One", NUMBER);
        ballot.vote("b", 1, 25);
        assertEquals(Map.of(20.0, 1, 25.0, 1), ballot.histogram(1));
    }

    @Test
    void onlyAnswersToTheQuestionAreTaken() throws Exception {
        ballot.open(1, "One", NUMBER);
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE, 100_001}) {
            refused("no answer", "a", 1, value);
        }
        ballot.open(2, "Two", CHOICE);
        for (double value : new double[] {-1, 0.5, 3, Double.NaN}) {
            refused("no answer", "a", 2, value);
        }
        assertEquals(0, ballot.voters(1) + ballot.voters(2));
        ballot.vote("a", 2, -0.0);
        ballot.vote("b", 2, 0.0);
        assertEquals(Map.of(0.0, 2), ballot.histogram(2));
    }

    /** However many came in: those who flood the room keep nobody from voting who is in it. */
    @Test
    void allVotersMayVoteOnEachLesson() throws Exception {
        for (int lesson = 1; lesson <= 2; lesson++) {
            ballot.open(lesson, "A title", NUMBER);
            for (int i = 0; i < Voters.MOST; i++) {
                ballot.vote("voter " + i, lesson, 190);
            }
        }
    }

    @Test
    void changesAreTold() throws Exception {
        ballot.open(1, "One", NUMBER);
        assertEquals(1, changes.get());
        ballot.vote("a", 1, 20);
        assertEquals(2, changes.get());
        refused("no answer", "a", 1, -20);
        assertEquals(2, changes.get(), "of a vote that was not taken");
        ballot.close();
        assertEquals(3, changes.get());
    }

    /** Forty threads, each with the votes of twelve voters who change them a hundred times: none is lost or twice. */
    @Test
    void manyVoteAtOnce() throws Exception {
        ballot.open(1, "One", NUMBER);
        CountDownLatch start = new CountDownLatch(1);
        try (ExecutorService voters = Executors.newFixedThreadPool(40)) {
            List<Future<?>> all = new ArrayList<>();
            IntStream.range(0, 40).forEach(i -> all.add(voters.submit(twelveVoters(start, i))));
            start.countDown();
            for (Future<?> each : all) {
                each.get();
            }
        }
        assertEquals(480, ballot.voters(1));
        assertEquals(Map.of(99.0, 480), ballot.histogram(1));
        assertEquals(1 + 480 * 100, changes.get());
    }

    private Callable<Void> twelveVoters(CountDownLatch start, int number) {
        return () -> {
            start.await();
            for (int i = 0; i < 12 * 100; i++) {
                ballot.vote("voter " + number + " " + i % 12, 1, i / 12);
            }
            return null;
        };
    }

    @Test
    void whoWaitsIsToldOfTheNextQuestion() throws Exception {
        Changes polls = ballot.polls();
        long first = polls.version();
        try (ExecutorService voter = Executors.newSingleThreadExecutor()) {
            Future<Poll> next = voter.submit(() -> pollAfter(first));
            ballot.open(3, "A title", NUMBER);
            assertEquals("A title", next.get().title());
            long second = polls.version();
            Future<Poll> closed = voter.submit(() -> pollAfter(second));
            ballot.vote("a", 3, 190);
            ballot.close();
            assertEquals(false, closed.get().open(), "the next change, which the vote was none of");
        }
        long last = polls.version();
        polls.await(last, 1);
        assertEquals(last, polls.version(), "when the time is over");
    }

    private Poll pollAfter(long version) throws InterruptedException {
        ballot.polls().await(version, FOREVER_MILLIS);
        return ballot.poll();
    }
}
