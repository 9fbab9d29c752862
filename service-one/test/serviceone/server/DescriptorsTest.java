package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import testing.Await;
import testing.Program;
import testing.Test;

/** Issue 11, rows 1 and 2: more clients than file descriptors, from the first one on, in a process of its own. */
class DescriptorsTest {
    private static final int DESCRIPTORS = 80;
    private static final int CLIENTS = 120;
    /** On a loaded machine the first client says nothing for longer than a silent one may by default. */
    private static final String PATIENT = "600000";
    private static final Pattern STATUS_PAGE = Pattern.compile("status page http://127\\.0\\.0\\.1:(\\d+)");

    @Test
    void whenThereAreDescriptorsAgainAllWorksAsBefore() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0", "--delay", "1",
                "--stage-delay", "1")) {
            String place = "127.0.0.1:" + two.awaitPort("two");
            TestService.inEachMode(mode -> {
                try (Program one = Program.javaWithDescriptors(DESCRIPTORS, "service-one", "serviceone.ServiceOne",
                        mode.label(), "--port", "0", "--service-two", place, "--request-timeout", PATIENT)) {
                    int port = one.awaitPort("one");
                    exhaust(one, port);
                    Await.until("an honest client is answered", () -> isAnswered(port, "/meetings"));
                    assertTrue(isAnswered(pagePort(one), "/"), "the status page");
                    assertTrue(isAnswered(pagePort(one), "/stats"), "its figures");
                    assertTrue(!one.output().contains("Error"), "no class is broken: " + one.output());
                    assertEquals(0, one.terminate().exitCode(), "exit code");
                }
            });
        }
    }

    private static void exhaust(Program one, int port) throws Exception {
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.add(new RawClient(port));
            }
            one.await("Too many open files");
            assertTrue(clients.get(0).get("/rpc").status() != 500, "a call that has no descriptor is a 502");
            assertEquals(200, clients.get(1).get("/pinned").status(), "a native call needs none");
        } catch (IOException | AssertionError e) {
            throw new AssertionError("service one said: " + one.output(), e);
        } finally {
            for (RawClient each : clients) {
                each.close();
            }
        }
    }

    private static boolean isAnswered(int port, String path) throws IOException {
        try (RawClient client = new RawClient(port)) {
            return client.get(path).status() == 200;
        }
    }

    private static int pagePort(Program one) {
        Matcher ready = STATUS_PAGE.matcher(one.output());
        assertTrue(ready.find(), "the ready line names it");
        return Integer.parseInt(ready.group(1));
    }
}
