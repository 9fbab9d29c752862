package exercise.harness;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import exercise.harness.Check.Result;
import serviceone.routes.Parts;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

class CheckerTest {
    private static final int PATIENCE_MILLIS = 10_000;
    private final AtomicInteger runs = new AtomicInteger();

    private static Result once(Check.Body body) throws Exception {
        return Checker.check(new Check("name", body), () -> Parts.OWN, PATIENCE_MILLIS, false, () -> false);
    }

    @Test
    void aCheckThatEndsPasses() throws Exception {
        assertEquals(new Result("name", Outcome.PASSED, "", "", 3), once(subject -> subject.requests(3)));
    }

    @Test
    void whatACheckRequiresIsItsResult() throws Exception {
        assertEquals(new Result("name", Outcome.NOT_YET, "found", "hint", 0),
                once(_ -> Check.require(false, "found", "hint")));
        assertEquals(Outcome.PASSED, once(_ -> Check.require(true, "found", "hint")).outcome());
        assertEquals(Outcome.PASSED, once(_ -> Check.requireInTime(true, "found", "hint")).outcome());
    }

    @Test
    void anExceptionIsDescribedByItsFirstCause() throws Exception {
        Result result = once(_ -> {
            throw new IllegalStateException(new IOException("cause"));
        });
        assertEquals(new Result("name", Outcome.NOT_YET, "java.io.IOException: cause", "threw", 0), result);
    }

    @Test
    void aClassThatCannotBeCreatedIsNotYet() throws Exception {
        for (Throwable each : List.of(new IOException("why"), new NoClassDefFoundError("why"))) {
            Result result = Checker.check(new Check("name", _ -> { }), () -> Check.<Parts, RuntimeException>end(each),
                    PATIENCE_MILLIS, true, () -> false);
            assertEquals(new Result("name", Outcome.NOT_YET, each.toString(), "create", 0), result);
        }
    }

    /** @param late how many of its runs are late */
    private Outcome repeated(int late, boolean repeats, boolean busy, int patienceMillis) throws Exception {
        runs.set(0);
        return Checker.check(new Check("name", _ -> Check.requireInTime(runs.incrementAndGet() > late, "", "")),
                () -> Parts.OWN, patienceMillis, repeats, () -> busy).outcome();
    }

    @Test
    void onAQuietMachineALateCheckIsRepeatedAndThenAMistake() throws Exception {
        assertEquals(Outcome.NOT_YET, repeated(9, true, false, PATIENCE_MILLIS));
        assertEquals(4, runs.get());
        assertEquals(Outcome.NOT_YET, repeated(9, false, false, PATIENCE_MILLIS));
        assertEquals(1, runs.get());
        assertEquals(Outcome.PASSED, repeated(3, true, false, PATIENCE_MILLIS));
        assertEquals(4, runs.get());
        assertEquals(Outcome.NOT_YET, repeated(9, true, false, -1));
        assertEquals(1, runs.get(), "after a long wait, the check is not repeated");
    }

    @Test
    void onABusyMachineALateCheckIsRepeatedAndThenNoMistake() throws Exception {
        assertEquals(Outcome.CANNOT_JUDGE, repeated(9, true, true, -1));
        assertEquals(4, runs.get());
        assertEquals(Outcome.CANNOT_JUDGE, repeated(9, false, true, -1));
        assertEquals(1, runs.get());
        assertEquals(Outcome.PASSED, repeated(1, true, true, -1));
    }

    @Slow("waits twice for the time limit of a check")
    @Test
    void aCheckThatHasNotEndedIsAMistakeOnlyOnAQuietMachine() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Check endless = new Check("name", _ -> end.await());
        try {
            for (boolean busy : List.of(true, false)) {
                assertEquals(busy ? Outcome.CANNOT_JUDGE : Outcome.NOT_YET,
                        Checker.check(endless, () -> Parts.OWN, PATIENCE_MILLIS, false, () -> busy).outcome());
            }
        } finally {
            end.countDown();
        }
    }

    /** Then a busy machine may be why what the check waits for has not come. */
    @Test
    void aThreadRunsUnlessItWaitsOrBelongsToTheCheckOrTheJvm() throws Exception {
        AtomicBoolean spins = new AtomicBoolean(true);
        Runnable spin = () -> {
            while (spins.get()) {
                Thread.onSpinWait();
            }
        };
        Thread virtual = Thread.ofVirtual().unstarted(spin);
        Thread platform = Thread.ofPlatform().daemon().unstarted(spin);
        Thread waiting = Thread.ofPlatform().daemon().start(LockSupport::park);
        testing.Await.until("it waits", () -> waiting.getState() == Thread.State.WAITING);
        try (Subject subject = new Subject(Parts.OWN, PATIENCE_MILLIS)) {
            assertEquals(List.of(false, false, false), Stream.of(virtual, platform, waiting)
                    .map(subject::isRunning).toList());
            virtual.start();
            platform.start();
            assertEquals(List.of(true, true), Stream.of(virtual, platform).map(subject::isRunning).toList());
            Subject.Attempt attempt = subject.attempt(() -> subject.isRunning(Thread.currentThread()));
            assertEquals(false, attempt.result());
            assertEquals(false, subject.isRunning(Thread.currentThread()), "it has created the subject");
            assertTrue(Thread.getAllStackTraces().keySet().stream().filter(each -> each.getName()
                    .equals("Reference Handler")).noneMatch(subject::isRunning), "it is the JVM's");
        } finally {
            spins.set(false);
            LockSupport.unpark(waiting);
        }
    }

    @Test
    void whatIsLateWhileAThreadRunsCannotBeJudgedAndWhatComesMeanwhilePasses() throws Exception {
        AtomicBoolean ends = new AtomicBoolean();
        Check late = new Check("name", subject -> {
            subject.attempt(() -> {
                while (!ends.get()) {
                    Thread.onSpinWait();
                }
                return null;
            });
            subject.requireSoon(() -> runs.incrementAndGet() == 1_000, () -> "found", "hint");
        });
        Result result = Checker.check(late, () -> Parts.OWN, -1, false, () -> true);
        assertEquals(List.of(Outcome.CANNOT_JUDGE, "hint"), List.of(result.outcome(), result.hint()));
        assertEquals(2, runs.get(), "it is asked again before the verdict");
        runs.set(998);
        assertEquals(Outcome.PASSED, Checker.check(late, () -> Parts.OWN, -1, false, () -> true).outcome());
        ends.set(true);
    }

    @Test
    void threadsMeetAtAnyStepOnlyInTheCheckThatAsksForIt() throws Exception {
        AtomicBoolean wasOn = new AtomicBoolean();
        once(subject -> {
            subject.interleave();
            wasOn.set(Interleaving.isOn);
        });
        assertEquals(List.of(true, false), List.of(wasOn.get(), Interleaving.isOn));
    }

    @Test
    void aMachineIsBusyIfMoreThanTwoThreadsWantEachCore() {
        assertTrue(!Checker.isBusy("0.20 0.18 0.12 4/80 11206\n", 2), "two for each core");
        assertTrue(Checker.isBusy("0.20 0.18 0.12 5/80 11206\n", 2), "one more");
    }

    @Test
    void aSignatureIsOfTheSecretTheNumberAndTheText() {
        byte[] secret = {1, 2};
        MessageDigest digest = Checker.digest();
        String first = Checker.signature(digest, secret, 0, "{}");
        assertEquals(64, first.length());
        assertEquals(first, Checker.signature(digest, secret, 0, "{}"));
        for (String other : List.of(Checker.signature(digest, secret, 1, "{}"),
                Checker.signature(digest, secret, 0, "{} "), Checker.signature(digest, new byte[2], 0, "{}"))) {
            assertTrue(!first.equals(other), other);
        }
    }

    @Test
    void checksThatCannotBeLoadedAreAnError() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Files.createFile(Files.createDirectory(folder.path().resolve("checks")).resolve("OtherChecks.class.bak"));
            assertSame("exercise", "checks that cannot be loaded", assertThrows(IOException.class, () ->
                    Checker.of(folder.path())).getMessage().replace(folder.path().toString(), "‹folder›"));
        }
    }

    @Test
    void workRecordsHowManyWereInProgressAndWhoWasInterrupted() throws Exception {
        Work work = new Work().hold();
        List<Thread> threads = List.of(Thread.startVirtualThread(work::run), Thread.startVirtualThread(work::run));
        testing.Await.until("two are in progress", () -> work.inProgress.get() == 2);
        threads.getFirst().interrupt();
        threads.getFirst().join();
        assertEquals(List.of(1, 1, 2, 2), Stream.of(work.inProgress, work.interrupted, work.begun, work.most)
                .map(AtomicInteger::get).toList());
        work.release();
        threads.getLast().join();
        assertEquals(Set.copyOf(threads), work.threads);
        assertEquals(0, work.inProgress.get());
    }

    @Test
    void workLeavesAnInterruptBehindUnlessItSwallowsIt() throws Exception {
        for (boolean swallows : List.of(true, false)) {
            Work work = new Work().hold();
            work.swallows = swallows;
            Thread.currentThread().interrupt();
            work.run();
            assertEquals(!swallows, Thread.interrupted());
        }
    }

    @Test
    void workThatIgnoresInterruptsEndsWhenItIsReleased() throws Exception {
        Work work = new Work().hold();
        work.ignores = true;
        Thread thread = Thread.startVirtualThread(work::run);
        thread.interrupt();
        testing.Await.until("it was interrupted", () -> work.interrupted.get() == 1);
        assertTrue(thread.isAlive(), "it goes on");
        work.release();
        thread.join();
    }
}
