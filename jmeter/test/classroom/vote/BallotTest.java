package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.lesson.Asks;
import classroom.lesson.Solution;
import classroom.page.Changes;
import classroom.vote.Ballot.Bar;
import classroom.vote.Ballot.Question;
import common.http.PageServer.Refusal;
import common.json.JsonObject;
import testing.Assertions.Executable;
import testing.CheckPool;
import testing.Test;
import testing.Words;

class BallotTest {
    private static final Question ONE =
            new Question(1, "One", "How many?", "", new Asks("requests/s", 0, 100_000, List.of()));
    private static final Question TWO = new Question(2, "Two", "Which?", "",
            new Asks("", 0, 2, List.of("more", "as many", "fewer")));
    private static final int VOTERS = 50;

    private final AtomicInteger changes = new AtomicInteger();
    private final Ballot ballot = new Ballot(changes::incrementAndGet);

    private void assertRefused(int status, String why, int lesson, double... values) throws IOException {
        for (double value : values) {
            Refusal refused = assertThrows(Refusal.class, () -> ballot.vote("a", lesson, value));
            assertEquals(status, refused.status(), lesson + ": " + value);
            Words.assertSame("class", "a vote is refused: " + why, refused.getMessage());
        }
    }

    @Test
    void onlyTheShownQuestionTakesVotes() throws Exception {
        assertRefused(409, "the question is closed", 0, 1);
        ballot.show(ONE);
        ballot.vote("a", 1, 190);
        ballot.vote("b", 1, 953);
        ballot.show(TWO);
        assertRefused(409, "another question is shown", 1, 400);
        ballot.close(TWO);
        ballot.show(TWO);
        assertRefused(409, "the question is closed", 2, 1);
        ballot.show(ONE);
        ballot.vote("a", 1, 953);
        assertEquals(2, ballot.voters(1));
        assertEquals(List.of(new Bar(953, 2)), ballot.histogram(1));
        ballot.close(ONE);
        assertRefused(409, "the question is closed", 1, 400);
        ballot.reopen(ONE);
        ballot.vote("a", 1, 400);
        assertEquals(List.of(new Bar(400, 1), new Bar(953, 1)), ballot.histogram(1));
        assertEquals(List.of(), ballot.histogram(2));
    }

    @Test
    void aQuestionThatWasNeverShownIsNotOpenAndHasNoVotes() {
        assertEquals(List.of(false, 0, List.of()),
                List.of(ballot.isOpen(1), ballot.voters(1), ballot.histogram(1)));
        ballot.show(ONE);
        assertTrue(ballot.isOpen(1) && !ballot.isOpen(2), "only the shown question is open");
    }

    @Test
    void onlyTheVotesOnOpenQuestionsAreForgotten() throws Exception {
        ballot.show(ONE);
        ballot.vote("a", 1, 190);
        ballot.close(ONE);
        ballot.show(TWO);
        ballot.vote("a", 2, 1);
        ballot.forgetOpenVotes();
        assertEquals(List.of(1, 0), List.of(ballot.voters(1), ballot.voters(2)));
    }

    @Test
    void thePageHearsOfEachChange() throws Exception {
        Solution solution = new Solution(20, "theory");
        List<Executable> steps = List.of(() -> ballot.show(ONE), () -> ballot.vote("a", 1, 190),
                () -> ballot.close(ONE), () -> ballot.reopen(ONE), ballot::forgetOpenVotes, ballot::tellTeacher,
                () -> ballot.reveal(ONE, solution, solution));
        for (int i = 0; i < steps.size(); i++) {
            try {
                steps.get(i).execute();
            } catch (Throwable e) {
                throw new AssertionError("step " + i, e);
            }
            assertEquals(i + 1, changes.get(), "changes after step " + i);
        }
        assertTrue(!ballot.isOpen(1), "a revealed question is closed");
    }

    @Test
    void thePredictionIsTheMedianOrTheChoiceWithTheMostVotes() throws Exception {
        assertEquals(OptionalDouble.empty(), ballot.prediction(1));
        ballot.show(ONE);
        assertEquals(OptionalDouble.empty(), ballot.prediction(1));
        double[] medians = {0, 500, 400, 390, 380};
        double[] votes = {0, 1_000, 400, 380, 20};
        for (int i = 0; i < votes.length; i++) {
            ballot.vote("voter " + i, 1, votes[i]);
            assertEquals(medians[i], ballot.prediction(1).orElseThrow(), "votes: " + (i + 1));
        }
        ballot.show(TWO);
        double[] choices = {2, 1, 1, 2};
        double[] winners = {2, 1, 1, 1};
        for (int i = 0; i < choices.length; i++) {
            ballot.vote("voter " + i, 2, choices[i]);
            assertEquals(winners[i], ballot.prediction(2).orElseThrow(), "votes: " + (i + 1));
        }
    }

    @Test
    void onlyPossibleAnswersAreAccepted() throws Exception {
        ballot.show(ONE);
        assertRefused(400, "the question does not take the value", 1, Double.NaN, Double.POSITIVE_INFINITY,
                -Double.MAX_VALUE, 100_001);
        ballot.show(TWO);
        assertRefused(400, "the question does not take the value", 2, -1, 0.5, 3, Double.NaN);
        assertEquals(2, changes.get());
        ballot.vote("a", 2, -0.0);
        ballot.vote("b", 2, 0.0);
        assertEquals(List.of(new Bar(0, 2)), ballot.histogram(2));
        assertEquals(4, changes.get());
    }

    @Test
    void manyVotersCanVoteConcurrently() throws Exception {
        ballot.show(ONE);
        CheckPool.run(IntStream.range(0, VOTERS).mapToObj(voter -> () -> {
            for (int vote = 0; vote < 10; vote++) {
                ballot.vote("voter " + voter, 1, vote);
            }
        }));
        assertEquals(List.of(new Bar(9, VOTERS)), ballot.histogram(1));
        assertEquals(1 + 10 * VOTERS, changes.get());
    }

    @Test
    void eachVisibleChangeIsANewVersion() throws Exception {
        Changes versions = ballot.versions();
        long before = versions.version();
        ballot.show(ONE);
        versions.await(before, 600_000);      // returns at once
        long shown = versions.version();
        ballot.vote("a", 1, 190);
        assertEquals(shown, versions.version());
        versions.await(shown, 1);
        ballot.close(ONE);
        long closed = versions.version();
        ballot.reveal(ONE, new Solution(20, "theory"), new Solution(Double.NaN, "seen", "why"));
        assertEquals(4, Set.of(before, shown, closed, versions.version()).size());
    }

    @Test
    void aVoterSeesTheirOwnVoteThenAllVotesThenTheAnswer() throws Exception {
        ballot.show(ONE);
        ballot.vote("a", 1, 190);
        ballot.vote("b", 1, 953);
        assertEquals("{\"shown\":1,\"lessons\":[{\"id\":1,\"title\":\"One\",\"question\":\"How many?\",\"note\":\"\","
                + "\"asks\":{\"unit\":\"requests/s\",\"least\":0,\"most\":100000,\"choices\":[]},\"open\":true,"
                + "\"prediction\":190,\"votes\":[],\"theory\":null,\"measured\":null}]}",
                JsonObject.text(ballot.seenBy("a")).strip());
        ballot.close(ONE);
        String closed = JsonObject.text(ballot.seenBy("c")).replace("\n", "");
        assertContains("\"open\":false,\"prediction\":null,"
                + "\"votes\":[{\"value\":190,\"count\":1},{\"value\":953,\"count\":1}]", closed);
        assertContains("\"theory\":null,\"measured\":null", closed);
        ballot.reveal(ONE, new Solution(20, "theory"), new Solution(Double.NaN, "seen", "why"));
        assertContains("\"theory\":{\"value\":20,\"text\":\"theory\",\"doubt\":\"\"},"
                + "\"measured\":{\"value\":null,\"text\":\"seen\",\"doubt\":\"why\"}",
                JsonObject.text(ballot.seenBy("a")).strip());
    }
}
