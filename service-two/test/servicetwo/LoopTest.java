package servicetwo;

import static testing.Assertions.assertEquals;

import testing.Program;
import testing.Test;

class LoopTest {
    /** A service two without its loop would look alive, and answer nobody. */
    @Test
    void theEndOfTheLoopIsTheEndOfTheProcess() throws Exception {
        try (Program broken = Program.test("service-two", "servicetwo.Broken")) {
            broken.await("service two: thread " + ServiceTwo.THREAD + " has ended: ");
            assertEquals(3, broken.exitCode(), "exit code");
        }
    }
}
