package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import testing.Program;
import testing.Test;

class RunningServiceTest {
    private static final RunningService POOL = new RunningService(1, "pool", 8081);
    private static final RunningService LOOM = new RunningService(2, "loom", 8082);
    private static final RunningService ASYNC = new RunningService(3, "async", 8084);

    @Test
    void isFoundByWhatItSaysOfItself() throws Exception {
        try (StubService two = new StubService("");      // it only has to listen
                Program one = Program.java("service-one", "serviceone.ServiceOne", "pool", "--port", "0",
                        "--service-two", two.address().toString())) {
            RunningService found = new RunningService((int) one.pid(), "pool", one.awaitPort("one"));
            assertTrue(RunningService.all().contains(found), found.toString());
        }
    }

    @Test
    void theOnlyOneIsMeantOrTheOneThatIsSaidOrTheOneOnTheUsualPort() throws Exception {
        assertEquals(POOL, RunningService.choose(List.of(POOL), 0, 0));
        assertEquals(POOL, RunningService.choose(List.of(POOL, LOOM), 1, 0));
        assertEquals(POOL, RunningService.choose(List.of(POOL, LOOM), 0, 8081));
        assertEquals(LOOM, RunningService.choose(List.of(POOL, LOOM), 0, 0));
    }

    @Test
    void whereItCannotBeToldThereIsAListToChooseFrom() {
        assertEquals("which one? say --pid or --port:\n  service one · pool, --pid 1, --port 8081"
                + "\n  service one · async, --pid 3, --port 8084", failure(List.of(POOL, ASYNC), 0));
        assertContains("not that one", failure(List.of(POOL), 9));
        assertContains("./run.sh loom", failure(List.of(), 0));
    }

    private static String failure(List<RunningService> running, int pid) {
        return assertThrows(IOException.class, () -> RunningService.choose(running, pid, 0)).getMessage();
    }
}
