package serviceone.exercise;

import static testing.Assertions.assertContains;

import java.nio.file.Files;
import testing.Slow;
import testing.Test;

class GuardChecksTest {
    private static final String WAITS = "a call that finds no permit must be refused at once";
    private static final String NO_LIMIT = "nothing limits the calls of all requests together";
    private static final String LOST = "lines after the call do not run when the call throws";
    private static final String UNCHANGED = "the caller must get exactly what serviceTwo.make(call) returns or throws";
    private static final String NEVER_HAD = "a refused call has released a permit that it never had";
    private static final String TEN = "How many permits do you have";
    private static final String ONLY_AUTHORIZE = "only authorize needs a permit";
    private static final String TWO_STEPS = "looking for a free permit and taking it are two steps";

    private static final String SEMAPHORE = "    private final Semaphore permits = new Semaphore(MOST);\n";
    private static final String IS_OTHER = "call.stage() != Stage.AUTHORIZE";
    private static final String NO_PERMIT = "!permits.tryAcquire()";
    private static final String REFUSES = """
                if (!permits.tryAcquire()) {
                    throw CallException.refused(call.stage(), MOST + " calls to authorize are already in flight");
                }
        """;
    private static final String CALLS = """
                try {
                    return serviceTwo.make(call);
                } finally {
                    permits.release();
                }
        """;

    @Test
    void solutionPasses() throws Exception {
        Tried.assertSolutionPasses(4);
    }

    @Slow("waits for time limits")
    @Test
    void templateAndGuardsWithoutALimitFail() throws Exception {
        Tried.assertTemplateFails(4);
        wrong(SEMAPHORE, "", REFUSES, "Semaphore permits = new Semaphore(MOST);\n" + REFUSES, NO_LIMIT);
        wrong(REFUSES, "permits.tryAcquire();\n", NO_LIMIT);
        wrong(CALLS, "permits.release();\nreturn serviceTwo.make(call);\n", NO_LIMIT);
        wrong(IS_OTHER, "call.stage() != Stage.MEETINGS", NO_LIMIT);
        wrong(REFUSES + CALLS, CALLS.replace("    return", REFUSES + "    return"),
                NEVER_HAD);
        wrong("MOST = 10", "MOST = 9", TEN);
        wrong(IS_OTHER, "call == null", ONLY_AUTHORIZE);
    }

    @Slow("waits for time limits")
    @Test
    void guardsThatWaitOrTakeAPermitInTwoStepsFail() throws Exception {
        wrong(REFUSES, "permits.acquireUninterruptibly();\n", WAITS);
        wrong(REFUSES, """
                try {
                    permits.acquire();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw CallException.refused(call.stage(), "interrupted");
                }
                """, WAITS);
        wrong(NO_PERMIT, "!getsOne()", SEMAPHORE, SEMAPHORE + """
                private boolean getsOne() {
                    try {
                        return permits.tryAcquire(100, java.util.concurrent.TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        return false;
                    }
                }
                """, WAITS);
        wrong("public <T> T make", "public synchronized <T> T make", "hold no lock while serviceTwo.make(call) runs");
        String looks = "permits.availablePermits() == 0";
        String pause = "java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);\n";      // as on a busy machine
        wrong(REFUSES, REFUSES.replace(NO_PERMIT, looks) + pause + "permits.acquireUninterruptibly();\n", TWO_STEPS);
        wrong(REFUSES, REFUSES.replace(NO_PERMIT, looks) + pause + "permits.tryAcquire();\n", TWO_STEPS);
    }

    @Slow("waits for time limits")
    @Test
    void guardsThatLosePermitsOrFailuresFail() throws Exception {
        wrong(CALLS, "T answer = serviceTwo.make(call);\npermits.release();\nreturn answer;\n", LOST);
        wrong(CALLS, """
                try {
                    T answer = serviceTwo.make(call);
                    permits.release();
                    return answer;
                } catch (CallException e) {
                    permits.release();
                    throw e;
                }
                """, LOST);
        wrong(CALLS, "return serviceTwo.make(call);\n", "a permit is still taken");
        wrong("} finally", "} catch (CallException e) {\nreturn null;\n} finally", UNCHANGED);
        wrong("} finally", """
                } catch (CallException e) {
                    throw CallException.refused(call.stage(), "it failed");
                } finally""", UNCHANGED);
        wrong("throw CallException.refused(call.stage(), MOST + \" calls to authorize are already in flight\");",
                "return null;", "if no permit is free, throw CallException.refused");
    }

    @Slow("waits for time limits")
    @Test
    void theLastCheckDistinguishesOtherMistakesFromRaces() throws Exception {
        failsLastCheck(REFUSES, "permits.acquireUninterruptibly();\n", WAITS);
        failsLastCheck(REFUSES + CALLS, CALLS.replace("    return", REFUSES + "    return"), NEVER_HAD);
        failsLastCheck(REFUSES, "Semaphore permits = new Semaphore(MOST);\n" + REFUSES, NO_LIMIT);
    }

    private static void failsLastCheck(String old, String changed, String hint) throws Exception {
        assertContains(hint, Tried.check(4, BehaviourChecks.of(4).getLast().name(), old, changed).hint());
    }

    private static void wrong(String old, String changed, String hint) throws Exception {
        Tried.assertWrong(4, old, changed, hint);
    }

    private static void wrong(String old, String changed, String old2, String changed2, String hint) throws Exception {
        Tried.assertWrong(4, Files.readString(Tried.file(4, "solution")).replace(old, changed).replace(old2, changed2),
                hint);
    }
}
