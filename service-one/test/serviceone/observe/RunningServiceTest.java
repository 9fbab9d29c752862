package serviceone.observe;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.util.List;
import testing.Test;

class RunningServiceTest {
    private static final RunningService POOL = new RunningService(1, "pool", 8082, "");
    private static final RunningService LOOM = new RunningService(2, "loom", 8083, "");

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
    void whereItCannotBeToldThereIsAListToChooseFrom() {
        String message = assertThrows(CommandException.class, () -> RunningService.choose(List.of(POOL, LOOM), 0, 0)).getMessage();
        assertContains("service one · pool, --pid 1, --port 8082", message);
        assertContains("service one · loom, --pid 2, --port 8083", message);
        assertContains("not that one", assertThrows(CommandException.class, () -> RunningService.choose(List.of(POOL), 9, 0)).getMessage());
    }

    @Test
    void whereNoneRunsItIsSaidHowToStartOne() {
        CommandException failure = assertThrows(CommandException.class, () -> RunningService.choose(List.of(), 0, 0));
        assertContains("./run.sh loom", failure.getMessage());
        assertEquals(ExitCode.COULD_NOT, failure.exitCode());
    }
}
