package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import testing.Test;

/** Whoever the contender is, its answers are read to their ends. */
class KeptConnectionTest implements AutoCloseable {
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

    KeptConnectionTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    /** @param kept whether another request may follow */
    private record Row(String reason, String answer, int status, boolean kept) {
    }

    private static final List<Row> ROWS = List.of(
            new Row("a length", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", 200, true),
            new Row("the end is asked for", "HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length:2\r\n\r\n{}", 200,
                    false),
            new Row("chunks, as Tomcat sends them", "HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "a;x=y\r\n0123456789\r\n1\r\n0\r\n0\r\nTrailer: x\r\n\r\n", 200, true),
            new Row("an empty body", "HTTP/1.1 503 Full\r\nContent-Length: 0\r\n\r\n", 503, true),
            new Row("no content", "HTTP/1.1 204 No Content\r\n\r\n", 204, true),
            new Row("to the end", "HTTP/1.1 404 No\r\n\r\nno such path", 404, false),
            new Row("an old version", "HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", 200, false),
            new Row("an old version that keeps",
                    "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n", 200, true));

    /** Each answer twice: the second is found where the first ends. */
    @Test
    void answersEndWhereTheySay() throws Exception {
        for (Row row : ROWS) {
            try (KeptConnection connection = connected(row.answer + (row.kept ? row.answer : ""))) {
                assertEquals(row.status, connection.ask(REQUEST), row.reason);
                assertEquals(row.kept, connection.isKept(), row.reason);
                if (row.kept) {
                    assertEquals(row.status, connection.ask(REQUEST), row.reason + ", again");
                }
            }
        }
    }

    @Test
    void whatIsNoHttpIsSaid() throws Exception {
        for (String answer : List.of("", "\r\n", "SSH-2.0\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort")) {
            try (KeptConnection connection = connected(answer)) {
                assertThrows(IOException.class, () -> connection.ask(REQUEST));
            }
        }
    }

    /** What is sent is in the kernel before anybody reads it, and so is the end of the connection. */
    private KeptConnection connected(String answers) throws IOException {
        KeptConnection connection = new KeptConnection((InetSocketAddress) server.getLocalSocketAddress());
        Socket accepted = server.accept();
        accepted.getOutputStream().write(answers.getBytes(StandardCharsets.ISO_8859_1));
        accepted.shutdownOutput();
        return connection;
    }
}
