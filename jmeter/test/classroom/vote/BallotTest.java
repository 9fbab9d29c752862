package classroom.vote;

import static testing.Assertions.assertEquals;

import classroom.lesson.Asks;
import classroom.vote.Ballot.Poll;
import classroom.vote.Ballot.VoteResult;
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

    @Test
    void oneVoteEachAndTheLastOneCounts() {
        ballot.open(3, "A title", NUMBER);
        ballot.vote("a", 3, 190);
        ballot.vote("b", 3, 953);
        assertEquals(VoteResult.COUNTED, ballot.vote("a", 3, 953));
        assertEquals(2, ballot.voters(3));
        assertEquals(Map.of(953.0, 2), ballot.histogram(3));
        assertEquals(953.0, ballot.voteOf("a", 3));
    }

    @Test
    void onlyTheOpenLessonTakesVotes() {
        assertEquals(VoteResult.CLOSED, ballot.vote("a", 0, 1), "before the first lesson");
        ballot.open(1, "One", NUMBER);
        assertEquals(1, ballot.openLesson());
        ballot.vote("a", 1, 20);
        ballot.open(2, "Two", NUMBER);
        assertEquals(VoteResult.CLOSED, ballot.vote("a", 1, 400), "the lesson before");
        ballot.close();
        assertEquals(0, ballot.openLesson());
        assertEquals(VoteResult.CLOSED, ballot.vote("a", 2, 4), "the closed one");
        assertEquals(Map.of(20.0, 1), ballot.histogram(1));
        assertEquals(Map.of(), ballot.histogram(2));
    }

    @Test
    void aLessonThatIsOpenedAgainHasItsVotes() {
        ballot.open(1, "One", NUMBER);
        ballot.vote("a", 1, 20);
        ballot.close();
        ballot.open(1, "One", NUMBER);
        ballot.vote("b", 1, 25);
        assertEquals(Map.of(20.0, 1, 25.0, 1), ballot.histogram(1));
    }

    @Test
    void onlyAnswersToTheQuestionAreTaken() {
        ballot.open(1, "One", NUMBER);
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE, 100_001}) {
            assertEquals(VoteResult.NOT_TAKEN, ballot.vote("a", 1, value), "" + value);
        }
        ballot.open(2, "Two", CHOICE);
        for (double value : new double[] {-1, 0.5, 3, Double.NaN}) {
            assertEquals(VoteResult.NOT_TAKEN, ballot.vote("a", 2, value), "" + value);
        }
        assertEquals(0, ballot.voters(1) + ballot.voters(2));
        assertEquals(VoteResult.COUNTED, ballot.vote("a", 2, -0.0));
        assertEquals(VoteResult.COUNTED, ballot.vote("b", 2, 0.0));
        assertEquals(Map.of(0.0, 2), ballot.histogram(2));
    }

    /** However many came in: those who flood the room keep nobody from voting who is in it. */
    @Test
    void allVotersMayVoteOnEachLesson() {
        for (int lesson = 1; lesson <= 2; lesson++) {
            ballot.open(lesson, "A title", NUMBER);
            for (int i = 0; i < Voters.MOST; i++) {
                assertEquals(VoteResult.COUNTED, ballot.vote("voter " + i, lesson, 190));
            }
        }
    }

    @Test
    void changesAreTold() {
        ballot.open(1, "One", NUMBER);
        assertEquals(1, changes.get());
        ballot.vote("a", 1, 20);
        assertEquals(2, changes.get());
        ballot.vote("a", 1, -20);
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
                assertEquals(VoteResult.COUNTED, ballot.vote("voter " + number + " " + i % 12, 1, i / 12));
            }
            return null;
        };
    }

    @Test
    void whoWaitsIsToldOfTheNextQuestion() throws Exception {
        long first = ballot.awaitOther(-1, FOREVER_MILLIS).version();      // at once: there is no such version
        try (ExecutorService voter = Executors.newSingleThreadExecutor()) {
            Future<Poll> next = voter.submit(() -> ballot.awaitOther(first, FOREVER_MILLIS));
            ballot.open(3, "A title", NUMBER);
            Poll question = next.get();
            assertEquals("A title", question.title());
            Future<Poll> closed = voter.submit(() -> ballot.awaitOther(question.version(), FOREVER_MILLIS));
            ballot.vote("a", 3, 190);
            ballot.close();
            assertEquals(false, closed.get().open(), "the next change, which the vote was none of");
        }
        Poll now = ballot.awaitOther(-1, FOREVER_MILLIS);
        assertEquals(now, ballot.awaitOther(now.version(), 1), "when the time is over");
    }
}
