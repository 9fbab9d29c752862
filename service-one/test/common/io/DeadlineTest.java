package common.io;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import testing.Test;

class DeadlineTest {
    private final AtomicInteger actions = new AtomicInteger();
    private final Deadline deadline = new Deadline(actions::incrementAndGet);

    @Test
    void actsOnceWhenItHasPassed() {
        deadline.set(0);
        deadline.check(System.nanoTime());
        deadline.check(System.nanoTime());
        assertEquals(1, actions.get());
        assertTrue(deadline.hasPassed(), "it was late");
        assertTrue(!deadline.clear(), "and cannot be cleared any more");
    }

    @Test
    void actsNeitherBeforeItsTimeNorWhenItIsCleared() {
        deadline.set(3_600_000);
        deadline.check(System.nanoTime());
        assertTrue(deadline.clear(), "in time");
        deadline.check(System.nanoTime() + 7_200_000_000_000L);
        assertEquals(0, actions.get());
    }

    /** If both could, an answer that has just begun would be cut off by the deadline of the request before it. */
    @Test
    void eitherTheWorkerOrTheCheckEndsAStepAndNeverBoth() throws Exception {
        AtomicBoolean working = new AtomicBoolean(true);
        Thread checker = Thread.ofPlatform().start(() -> {
            while (working.get()) {
                deadline.check(System.nanoTime());
            }
        });
        int steps = 200_000;
        int inTime = 0;
        for (int i = 0; i < steps; i++) {
            deadline.set(0);
            inTime += deadline.clear() ? 1 : 0;
        }
        working.set(false);
        checker.join();
        assertEquals(steps, inTime + actions.get(), "each step ended once");
    }
}
