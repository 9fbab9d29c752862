package classroom.vote;

import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a vote server as a browser does, or as none would: its requests are plain text. */
final class Browser {
    static final String JSON = "Content-Type: application/json\r\n";
    static final String CLOSE = "Connection: close\r\n";
    private static final int LIMIT_MILLIS = 30_000;
    private static final Pattern COOKIE = Pattern.compile("Set-cookie: (voter=[0-9a-f]+); Path=/; HttpOnly; "
            + "SameSite=Strict\r\n");
    private static final Pattern LENGTH = Pattern.compile("Content-length: (\\d+)\r\n");

    private final String from;
    private final int port;
    private String cookie = "";

    Browser(int port) {
        this("127.0.0.1", port);
    }

    /** @param from an address of this machine */
    Browser(String from, int port) {
        this.from = from;
        this.port = port;
    }

    /** A browser that has entered the code. */
    static Browser joined(int port, String code) throws IOException {
        return joined("127.0.0.1", port, code);
    }

    static Browser joined(String from, int port, String code) throws IOException {
        Browser browser = new Browser(from, port);
        String answer = browser.join(code);
        assertTrue(status(answer) == 200, "the code was answered " + answer);
        return browser;
    }

    String join(String entered) throws IOException {
        return keepCookie(ask("POST /join", JSON, "{\"code\": \"" + entered + "\"}"));
    }

    private String keepCookie(String answer) {
        Matcher given = COOKIE.matcher(answer);
        if (given.find()) {
            cookie = "Cookie: " + given.group(1) + "\r\n";
        }
        return answer;
    }

    /** The status of the answer. */
    int vote(int lesson, double value) throws IOException {
        return status(ask("POST /vote", JSON, "{\"lesson\": " + lesson + ", \"value\": " + value + "}"));
    }

    String get(String path) throws IOException {
        return ask("GET " + path, "", "");
    }

    /** @param fields each with its end of line */
    String ask(String methodAndPath, String fields, String body) throws IOException {
        return raw(request(methodAndPath, CLOSE + fields, body));
    }

    String request(String methodAndPath, String fields, String body) {
        return methodAndPath + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + cookie + fields
                + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n" + body;
    }

    String raw(String request) throws IOException {
        try (Socket socket = send(request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** An open connection on which this was sent. */
    Socket send(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByName(from), 0);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    /** What is answered on a connection that is kept. */
    String askOn(Socket kept, String methodAndPath, String body) throws IOException {
        kept.getOutputStream().write(request(methodAndPath, body.isEmpty() ? "" : JSON, body)
                .getBytes(StandardCharsets.UTF_8));
        return answer(kept);
    }

    /** The next answer on a connection. */
    String answer(Socket kept) throws IOException {
        InputStream in = kept.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            assertTrue(next >= 0, "the connection ended after '" + head + "'");
            head.append((char) next);
        }
        Matcher length = LENGTH.matcher(head);
        assertTrue(length.find(), head.toString());
        return keepCookie(head + new String(in.readNBytes(Integer.parseInt(length.group(1))), StandardCharsets.UTF_8));
    }

    /** Fails if the server has not closed it in time. */
    static void awaitEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketException e) {
            // reset, where it was closed before all had been read: that is an end too
        }
    }

    static int status(String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 "), "no response: " + answer);
        return Integer.parseInt(answer.substring("HTTP/1.1 ".length()).split("[ \r]")[0]);
    }
}
