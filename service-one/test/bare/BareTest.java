package bare;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import serviceone.server.RawClient;
import servicetwo.ServiceTwo;
import testing.Await;
import testing.Test;

class BareTest {
    private interface Main {
        void run(String port, String serviceTwo) throws IOException;
    }

    @Test
    void eachBareProgramMakesTheFourCalls() throws Exception {
        check((port, two) -> BareThreads.main("virtual", port, two));
        check((port, two) -> BareThreads.main("platform", port, two));
        check((port, two) -> BareLoop.main("2", port, two));
    }

    /** The bound socket reserves the port. SO_REUSEPORT lets the bare program listen on the same port. */
    private static void check(Main main) throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=1", "--stage-delay=1");
                SocketChannel reserved = SocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true)
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            int port = reserved.socket().getLocalPort();
            Thread.ofPlatform().daemon().start(() -> run(main, port, two.port()));
            Await.until("the program answers", () -> answers(port));
        }
    }

    private static void run(Main main, int port, int serviceTwo) {
        try {
            main.run(String.valueOf(port), String.valueOf(serviceTwo));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean answers(int port) {
        try (RawClient client = new RawClient(port)) {
            for (int i = 0; i < 2; i++) {
                RawClient.Reply reply = client.get("/meetings");
                assertEquals(200, reply.status());
                assertEquals("{\"meetings\":[{\"time\":\"now\",\"subject\":\"tech-talk\"}]}", reply.body());
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
