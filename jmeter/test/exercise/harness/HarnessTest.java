package exercise.harness;

import static testing.Assertions.assertEquals;
import static testing.Words.assertSame;

import module java.base;
import exercise.harness.Check.Result;
import serviceone.meter.Stage;
import serviceone.routes.Parts;
import testing.Await;
import testing.Test;
import testing.Words;

/** The checks that exercises share, with the parts that {@code Learners} makes. */
class HarnessTest {
    /** Wrong code often waits in vain, so it first gets little time. On a busy machine it gets more. */
    private static final List<Integer> PATIENCE_MILLIS = List.of(40, 40, 400, 4_000, 20_000);
    private static final Check ONCE = DrainProbe.eachOnce();
    private static final Check THROWS = DrainProbe.throwsLoseNothing("throws", DrainProbe.THREADS);
    private static final Check INTERRUPTS = DrainProbe.interruptLeftBehind();
    private static final Check STOPS = DrainProbe.stopEnds(false);
    private static final Check STOPS_SWALLOWED = DrainProbe.stopEnds(true);
    private static final Check STOPS_ALL = DrainProbe.stopInterruptsAllFirst();
    private static final Check IN_QUEUE = new Check("the others wait in the queue", subject -> {
        DrainProbe probe = new DrainProbe(subject).putWaiting(2 * DrainProbe.THREADS, DrainProbe.THREADS);
        probe.requireOthersInQueue();
    });
    private static final Check IN_ORDER = new Check("one after another",
            subject -> MeetingsProbe.requireInOrder(subject, 1));
    private static final Check IN_PARALLEL = new Check("info beside the others",
            subject -> MeetingsProbe.requireInOrder(subject, 2));
    private static final Check FAILURES = new Check("a failure ends it",
            subject -> MeetingsProbe.requireFailures(subject, 1));
    private static final Check FAILURES_IN_PARALLEL = new Check("a failure ends both",
            subject -> MeetingsProbe.requireFailures(subject, 2));
    private static final Check OWN_ANSWERS = new Check("own answers", subject -> {
        List<Asking> all = subject.requests(3);
        all.forEach(Asking::ask);
        MeetingsProbe.requireOwnAnswers(subject, all);
    });
    private static final Check INTERRUPTED = MeetingsProbe.interrupted("interrupted",
            List.of(List.of(Stage.AUTHENTICATE), List.of(Stage.AUTHORIZE)));
    private static final Check INTERRUPTED_IN_PARALLEL = MeetingsProbe.interrupted("both interrupted",
            List.of(List.of(Stage.INFO, Stage.AUTHENTICATE), List.of(Stage.MEETINGS), List.of(Stage.INFO)));

    @SuppressWarnings("unchecked")
    private static Parts learners(String name) {
        try {
            return Parts.OWN.with(((Function<String, Object>) Class.forName("Learners").getConstructor()
                    .newInstance()).apply(name));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Result result(Check check, String learner, int patience) throws Exception {
        return Checker.check(check, () -> learners(learner), patience, false, () -> false);
    }

    /** How many requests, sockets or calls a check tries is part of what a learner sees. */
    private static void assertPasses(Check check, String learner, long tried) throws Exception {
        assertEquals(new Result(check.name(), Outcome.PASSED, "", "", tried),
                result(check, learner, PATIENCE_MILLIS.getLast()));
    }

    @Test
    void aRightDrainPasses() throws Exception {
        assertPasses(ONCE, "pool", 200);
        assertPasses(THROWS, "pool", 8 + 2 * (16 + 8));
        assertPasses(INTERRUPTS, "pool", 16 + 8);
        assertPasses(STOPS, "pool", 4 + 16);
        assertPasses(STOPS_SWALLOWED, "pool", 4 + 16);
        assertPasses(STOPS_ALL, "pool", 4);
        assertPasses(IN_QUEUE, "pool", 16);
    }

    @Test
    void rightMeetingsPass() throws Exception {
        assertPasses(IN_ORDER, "sequence", 1);
        assertPasses(FAILURES, "sequence", 8);
        assertPasses(OWN_ANSWERS, "sequence", 9);
        assertPasses(INTERRUPTED, "sequence", 2);
        assertPasses(IN_PARALLEL, "parallel", 1);
        assertPasses(FAILURES_IN_PARALLEL, "parallel", 8);
        assertPasses(INTERRUPTED_IN_PARALLEL, "parallel", 3);
        assertPasses(IN_ORDER, "chain", 1);
    }

    /** The check that must fail, the hint, and the mistake. */
    private record Row(Check check, String hint, String learner) {
        /** Tries again until the result is the expected one, because what it says depends on what was in time. */
        String line(String situation) throws Exception {
            Result result = null;
            String line = "";
            for (int patience : PATIENCE_MILLIS) {
                if (result == null || !result.hint().equals(hint) || !Words.have("exercise", situation, line)) {
                    result = result(check, learner, patience);
                    line = learner + " -> " + masked(result.found());
                }
            }
            assertEquals(hint, result.hint(), learner + ": " + result);
            assertEquals(Outcome.NOT_YET, result.outcome(), learner);
            return line;
        }

        /** Threads move on, lines of that file change, and of two calls at once either may be the first. */
        private static String masked(String found) {
            return found.replaceAll(";[^;]*Learners\\.java.*", "").replaceAll("Learners\\.java:\\d+", "Learners.java")
                    .replace("[AUTHENTICATE, INFO]", "[INFO, AUTHENTICATE]")
                    .replace("[/authenticate?token=t, /info]", "[/info, /authenticate?token=t]");
        }
    }

    private static void assertRefused(String situation, Row... rows) throws Exception {
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            lines.add(row.line(situation));
        }
        assertSame("exercise", situation, String.join("\n", lines));
    }

    @Test
    void aDrainThatServesWrongIsRefusedForItsMistake() throws Exception {
        assertRefused("checks of a drain that serves wrong", new Row(ONCE, "none-serves", "pool no thread"),
                new Row(ONCE, "returns", "pool start() waits"), new Row(ONCE, "next", "pool once"),
                new Row(ONCE, "once", "pool twice"), new Row(IN_QUEUE, "at-once", "pool one thread"),
                new Row(IN_QUEUE, "in-queue", "pool own queue"), new Row(THROWS, "thrown", "pool ends by an Error"),
                new Row(THROWS, "thrown", "pool ends by any failure"),
                new Row(INTERRUPTS, "left-behind", "pool ends by any interrupt"));
    }

    @Test
    void aDrainThatStopsWrongIsRefusedForItsMistake() throws Exception {
        assertRefused("checks of a drain that stops wrong", new Row(STOPS, "not-interrupted", "pool no interrupt"),
                new Row(STOPS_SWALLOWED, "swallowed", "pool no flag"), new Row(STOPS_ALL, "one-by-one",
                "pool one by one"), new Row(STOPS_ALL, "still-there", "pool no join"),
                new Row(STOPS, "still-there", "pool one stays"));
    }

    @Test
    void meetingsWithAWrongAnswerAreRefusedForTheirMistake() throws Exception {
        assertRefused("checks of meetings with a wrong answer", new Row(IN_ORDER, "next", "sequence info last"),
                new Row(IN_ORDER, "too-early", "sequence answers early"),
                new Row(IN_ORDER, "next", "parallel"), new Row(IN_PARALLEL, "next", "sequence"),
                new Row(IN_ORDER, "blocks", "chain blocks"), new Row(OWN_ANSWERS, "own-state",
                "sequence keeps the user"), new Row(OWN_ANSWERS, "response", "sequence answers with nothing"),
                new Row(OWN_ANSWERS, "response", "sequence wrong user"),
                new Row(OWN_ANSWERS, "once", "sequence repeats a call"));
    }

    @Test
    void meetingsThatDoNotEndRightAreRefusedForTheirMistake() throws Exception {
        assertRefused("checks of meetings that do not end right", new Row(FAILURES, "lost", "sequence loses a failure"),
                new Row(FAILURES, "replaced", "sequence replaces a failure"),
                new Row(FAILURES, "no-further", "sequence goes on after a failure"),
                new Row(FAILURES, "once", "sequence repeats a failed call"),
                new Row(FAILURES, "own-interrupt", "sequence interrupts itself"),
                new Row(FAILURES, "no-answer", "sequence waits after a failure"),
                new Row(FAILURES_IN_PARALLEL, "held-up", "parallel waits for info first"),
                new Row(FAILURES_IN_PARALLEL, "info-last", "parallel waits for info last"),
                new Row(FAILURES_IN_PARALLEL, "cancel", "parallel does not cancel"),
                new Row(INTERRUPTED, "stopped", "sequence hides an interrupt"),
                new Row(INTERRUPTED_IN_PARALLEL, "interrupt", "parallel does not cancel"));
    }

    @Test
    void threadsWithoutEndAreRefusedBeforeTheyFillTheHeap() throws Exception {
        Result result = result(ONCE, "pool threads without end", PATIENCE_MILLIS.getLast());
        assertEquals("without-end", result.hint(), "" + result);
        assertSame("exercise", "checks of a drain that starts threads without end",
                result.found().replaceFirst("\\b[1-9]\\d{3}\\b", "‹more than 1,000›"));
    }

    @Test
    void messagesSayWhereThreadsAre() throws Exception {
        List<String> lines = new ArrayList<>();
        for (String pool : List.of("pool", "pool one thread")) {
            assertEquals(Outcome.PASSED, result(new Check("name", subject -> {
                new DrainProbe(subject).putWaiting(8, pool.equals("pool") ? 8 : 1);
                Await.until("the threads are where they wait",
                        () -> Words.have("exercise", "where threads are", shown()));
                lines.add(shown());
            }), pool, PATIENCE_MILLIS.getLast()).outcome());
        }
        assertSame("exercise", "where threads are", String.join("\n", lines));
        assertEquals("", Stacks.lines(), "those of ended checks do not count");
    }

    private static String shown() {
        return Stacks.lines().replaceAll("java:\\d+", "java");
    }

    @Test
    void aCallCanBeSlow() throws Exception {
        assertPasses(new Check("slow", subject -> {
            Asking request = subject.request("t").slow(20, Stage.INFO).ask();
            MeetingsProbe.requireRight(request);
            assertEquals(true, request.millis() >= 20, request.millis() + " ms");
        }), "sequence", 1);
    }
}
