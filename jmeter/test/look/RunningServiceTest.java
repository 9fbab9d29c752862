package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.util.List;
import testing.Test;

class RunningServiceTest {
    private static final RunningService POOL = new RunningService(1, "pool", 8082);
    private static final RunningService LOOM = new RunningService(2, "loom", 8083);
    private static final RunningService ASYNC = new RunningService(3, "async", 8084);

    @Test
    void theOnlyOneIsMeant() throws Exception {
        assertEquals(POOL, RunningService.choose(List.of(POOL), 0, 0));
    }

    @Test
    void ofSeveralOneIsMeantByItsPidOrPort() throws Exception {
        assertEquals(LOOM, RunningService.choose(List.of(POOL, LOOM), 2, 0));
        assertEquals(LOOM, RunningService.choose(List.of(POOL, LOOM), 0, 8083));
    }

    @Test
    void ofSeveralTheOneOnTheUsualPortIsMeantWhereNothingIsSaid() throws Exception {
        assertEquals(POOL, RunningService.choose(List.of(LOOM, POOL), 0, 0));
    }

    @Test
    void whereItCannotBeToldThereIsAListToChooseFrom() {
        String several = failure(List.of(LOOM, ASYNC), 0);
        assertContains("service one · loom, --pid 2, --port 8083", several);
        assertContains("service one · async, --pid 3, --port 8084", several);
        assertContains("not that one", failure(List.of(POOL), 9));
    }

    @Test
    void whereNoneRunsItIsSaidHowToStartOne() {
        assertContains("./run.sh loom", failure(List.of(), 0));
    }

    private static String failure(List<RunningService> running, int pid) {
        return assertThrows(CommandException.class, () -> RunningService.choose(running, pid, 0)).getMessage();
    }
}
