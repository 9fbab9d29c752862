package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

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
            int port = one.awaitPort("one");
            List<RunningService> found = RunningService.all().stream().filter(each -> each.port() == port).toList();
            assertEquals(List.of(new RunningService((int) one.pid(), "pool", port)), found);
        }
    }

    @Test
    void theOnlyOneIsMeant() throws Exception {
        assertEquals(POOL, RunningService.choose(List.of(POOL), 0, 0));
    }

    @Test
    void ofSeveralOneIsMeantByItsPidOrPort() throws Exception {
        assertEquals(POOL, RunningService.choose(List.of(POOL, LOOM), 1, 0));
        assertEquals(POOL, RunningService.choose(List.of(POOL, LOOM), 0, 8081));
    }

    @Test
    void ofSeveralTheOneOnTheUsualPortIsMeantWhereNothingIsSaid() throws Exception {
        assertEquals(LOOM, RunningService.choose(List.of(POOL, LOOM), 0, 0));
    }

    @Test
    void whereItCannotBeToldThereIsAListToChooseFrom() {
        String several = failure(List.of(POOL, ASYNC), 0);
        assertContains("service one · pool, --pid 1, --port 8081", several);
        assertContains("service one · async, --pid 3, --port 8084", several);
        assertContains("not that one", failure(List.of(POOL), 9));
    }

    @Test
    void whereNoneRunsItIsSaidHowToStartOne() {
        assertContains("./run.sh loom", failure(List.of(), 0));
    }

    private static String failure(List<RunningService> running, int pid) {
        return assertThrows(IOException.class, () -> RunningService.choose(running, pid, 0)).getMessage();
    }
}
