package servicetwo;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import testing.Await;
import testing.Program;
import testing.Test;

/** More callers than file descriptors, from the first one on, in a process of its own. */
class DescriptorsTest {
    private static final int DESCRIPTORS = 60;
    private static final int CALLERS = 120;

    @Test
    void whenThereAreDescriptorsAgainAllWorksAsBefore() throws Exception {
        try (Program two = Program.javaWithDescriptors(DESCRIPTORS, "service-two", "servicetwo.ServiceTwo", "--port",
                "0", "--delay", "1")) {
            int port = two.awaitPort("two");
            exhaust(two, port);
            Await.until("one that comes later is answered", () -> isAnswered(port, "/info"));
            assertTrue(isAnswered(port, "/stats"), "its figures");
            assertTrue(!two.output().contains("Error"), "no class is broken: " + two.output());
            assertEquals(0, two.terminate().exitCode(), "exit code");
        }
    }

    private static void exhaust(Program two, int port) throws Exception {
        List<Caller> callers = new ArrayList<>();
        try {
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Caller(port));
            }
            two.await("Too many open files");
            Caller first = callers.getFirst();
            assertEquals(200, first.get("/info").reply().status(), "who is in is served");
            assertEquals(200, first.get("/stats").reply().status(), "and may look at the figures");
            assertEquals(400, first.send("\n").reply().status(), "its connection ends");
            assertTrue(first.ends(), "at the other end");
        } finally {
            for (Caller each : callers) {
                each.close();
            }
        }
    }

    private static boolean isAnswered(int port, String target) throws IOException {
        try (Caller caller = new Caller(port)) {
            return caller.get(target).reply().status() == 200;
        }
    }
}
