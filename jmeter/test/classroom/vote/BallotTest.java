package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import classroom.lesson.Asks;
import common.http.Changes;
import common.http.PageServer.Refusal;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import testing.AtOnce;
import testing.Test;

class BallotTest {
    private static final Asks NUMBER = Asks.number("requests/s", 0, 100_000);
    private static final int VOTERS = 50;

    private final AtomicInteger changes = new AtomicInteger();
    private final Ballot ballot = new Ballot(changes::incrementAndGet);

    private void refused(String why, int lesson, double... values) {
        for (double value : values) {
            assertContains(why, assertThrows(Refusal.class, () -> ballot.vote("a", lesson, value)).getMessage());
        }
    }

    @Test
    void onlyTheOpenLessonTakesVotesTheLastOfEachCountsAndTheyAreKept() throws Exception {
        refused("closed", 0, 1);
        ballot.open(1, "One", NUMBER);
        ballot.vote("a", 1, 190);
        ballot.vote("b", 1, 953);
        ballot.open(2, "Two", NUMBER);
        assertEquals(2, ballot.openLesson());
        refused("closed", 1, 400);
        ballot.close();
        assertEquals(0, ballot.openLesson());
        refused("closed", 2, 4);
        ballot.open(1, "One", NUMBER);
        ballot.vote("a", 1, 953);
        assertEquals(2, ballot.voters(1));
        assertEquals(Map.of(953.0, 2), ballot.histogram(1));
        assertEquals(953.0, ballot.voteOf("a", 1));
        assertEquals(Map.of(), ballot.histogram(2));
    }

    @Test
    void onlyAnswersToTheQuestionAreTakenAndNobodyIsToldOfOthers() throws Exception {
        ballot.open(1, "One", NUMBER);
        refused("no answer", 1, Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE, 100_001);
        ballot.open(2, "Two", Asks.choice("more", "as many", "fewer"));
        refused("no answer", 2, -1, 0.5, 3, Double.NaN);
        assertEquals(2, changes.get());
        ballot.vote("a", 2, -0.0);
        ballot.vote("b", 2, 0.0);
        assertEquals(Map.of(0.0, 2), ballot.histogram(2));
        assertEquals(4, changes.get());
    }

    /** Each of many changes their vote ten times: none is lost, counted twice, or refused. */
    @Test
    void theRoomVotesAtOnce() throws Exception {
        ballot.open(1, "One", NUMBER);
        AtOnce.run(IntStream.range(0, VOTERS).mapToObj(voter -> () -> {
            for (int vote = 0; vote < 10; vote++) {
                ballot.vote("voter " + voter, 1, vote);
            }
        }));
        assertEquals(Map.of(9.0, VOTERS), ballot.histogram(1));
        assertEquals(1 + 10 * VOTERS, changes.get());
    }

    @Test
    void aNewQuestionIsANewVersionAndAVoteIsNot() throws Exception {
        Changes polls = ballot.polls();
        long before = polls.version();
        ballot.open(3, "A title", NUMBER);
        polls.await(before, 600_000);      // returns at once
        assertEquals("A title", ballot.poll().title());
        long opened = polls.version();
        ballot.vote("a", 3, 190);
        assertEquals(opened, polls.version());
        polls.await(opened, 1);
        ballot.close();
        Stream.of(before, opened).forEach(old -> assertEquals(false, old.equals(polls.version())));
    }
}
