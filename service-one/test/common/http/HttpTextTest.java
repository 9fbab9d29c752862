package common.http;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertThrows;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import testing.Test;

class HttpTextTest {
    private static final int TIMEOUT_MILLIS = 500;

    /** Each byte comes in time, and the answer never ends. */
    @Test
    void anAnswerThatTricklesIsGivenUp() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread trickle = Thread.ofVirtual().start(() -> trickle(server));
            URI address = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/stats");
            assertContains("did not end", assertThrows(SocketTimeoutException.class,
                    () -> HttpText.get(address, TIMEOUT_MILLIS)).getMessage());
            trickle.interrupt();
            trickle.join();
        }
    }

    private static void trickle(ServerSocket server) {
        try (Socket socket = server.accept(); OutputStream out = socket.getOutputStream()) {
            out.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            while (true) {
                out.write('x');
                Thread.sleep(TIMEOUT_MILLIS / 50);
            }
        } catch (IOException | InterruptedException e) {
            // who asked has given up, or the test is over
        }
    }
}
