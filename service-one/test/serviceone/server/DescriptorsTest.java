package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

class DescriptorsTest {
    private static final int MOST_DESCRIPTORS = 80;
    private static final int CLIENTS = 120;

    @Test
    @Slow("starts four programs")
    void everythingWorksOnceThereAreDescriptorsAgain() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0", "--delay", "1",
                "--stage-delay", "1")) {
            String address = "127.0.0.1:" + two.awaitPort("two");
            TestService.inEachMode(mode -> {
                try (Program one = Program.javaWithDescriptors(MOST_DESCRIPTORS, "service-one", "serviceone.ServiceOne",
                        mode.label(), "--port", "0", "--service-two", address, "--request-timeout", "600000")) {
                    int port = one.awaitPort("one");
                    List<RawClient> clients = new ArrayList<>();
                    for (int i = 0; i < CLIENTS; i++) {
                        clients.add(new RawClient(port));
                    }
                    one.await("Too many open files");
                    int status = status(clients.get(0), one);
                    assertTrue(status == 200 || status == 502, "a call without a descriptor gives 502, not " + status);
                    assertEquals(200, clients.get(1).get("/pinned").status(), "a native call needs no descriptor");
                    for (RawClient each : clients) {
                        each.close();
                    }
                    int page = one.awaitPage().getPort();
                    Await.until("a new client is answered", () -> isAnswered(port, "/meetings"));
                    assertTrue(isAnswered(page, "/stats"), "the status page's figures");
                    assertTrue(status == 200 || one.output().matches("(?s).*\\binfo: .*: Too many open files.*"),
                            "the log names no cause: " + one.output());
                    assertTrue(!one.output().contains("Error"), "no class failed to load: " + one.output());
                    assertEquals(0, one.terminate().exitCode(), one.output());
                }
            });
        }
    }

    private static int status(RawClient client, Program one) throws Exception {
        try {
            return client.get("/rpc").status();
        } catch (IOException e) {
            throw new AssertionError(e.getMessage() + "; service one printed " + one.output(), e);
        }
    }

    private static boolean isAnswered(int port, String path) throws IOException {
        try (RawClient client = new RawClient(port)) {
            return client.get(path).status() == 200;
        }
    }
}
