package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.json.Json;

public final class Browser {
    public static final String JSON = "Content-Type: application/json\r\n";
    public static final String CLOSE = "Connection: close\r\n";
    private static final int LIMIT_MILLIS = 30_000;
    private static final Pattern COOKIE = Pattern.compile("Set-cookie: (voter\\d+=[0-9a-f-]+); Path=/; HttpOnly; "
            + "SameSite=Strict\r\n");
    private static final Pattern LENGTH = Pattern.compile("Content-length: (\\d+)\r\n");

    private final int port;
    private String identity = "";

    public Browser(int port) {
        this.port = port;
    }

    public Browser identified(String field) {
        identity = field + "\r\n";
        return this;
    }

    public Browser joined(String code) throws IOException {
        assertEquals(200, status(join(code)), "the code " + code);
        return this;
    }

    public String join(String entered) throws IOException {
        return post("/join", "{\"code\": \"" + entered + "\"}");
    }

    public int vote(int lesson, double value) throws IOException {
        return status(post("/vote", "{\"lesson\": " + lesson + ", \"value\": " + value + "}"));
    }

    public String get(String path) throws IOException {
        return ask("GET " + path, "", "");
    }

    public String post(String path, String body) throws IOException {
        return ask("POST " + path, JSON, body);
    }

    public String ask(String methodAndPath, String fields, String body) throws IOException {
        return raw(request(methodAndPath, CLOSE + fields, body));
    }

    public String request(String methodAndPath, String fields, String body) {
        return methodAndPath + " HTTP/1.1\r\n" + (fields.contains("Host: ") ? "" : "Host: 127.0.0.1:" + port + "\r\n")
                + identity + fields + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n"
                + body;
    }

    public String raw(String request) throws IOException {
        try (Socket socket = send(request)) {
            return keepCookie(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    public Socket send(String text) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return socket;
    }

    public String askOn(Socket open, String methodAndPath, String body) throws IOException {
        open.getOutputStream().write(request(methodAndPath, body.isEmpty() ? "" : JSON, body)
                .getBytes(StandardCharsets.UTF_8));
        return answer(open);
    }

    public String answer(Socket open) throws IOException {
        InputStream in = open.getInputStream();
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

    private String keepCookie(String answer) {
        assertTrue(!answer.toLowerCase().contains("access-control-allow"), "other sites may read " + answer);
        Matcher cookie = COOKIE.matcher(answer);
        if (cookie.find()) {
            identified("Cookie: " + cookie.group(1));
        }
        return answer;
    }

    public static void awaitEnd(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("the server did not close the connection within " + LIMIT_MILLIS + " ms", e);
        } catch (SocketException e) {
            // a reset: the server closed before it had read everything
        }
    }

    public static int status(String answer) {
        assertTrue(answer.startsWith("HTTP/1.1 "), "no response: " + answer);
        return Integer.parseInt(answer.substring("HTTP/1.1 ".length()).split("[ \r]")[0]);
    }

    public static String body(String answer) {
        return answer.substring(answer.indexOf("\r\n\r\n") + 4);
    }

    /**
     * Returns a line for each row: the request, and the reason that the class's code gives. Reasons of the server of
     * all pages (404, 405, 421, after=) and of the JDK are left out, and the JSON parser's are replaced.
     *
     * @param rows status, method and path, header fields, body; PORT stands for the server's port
     */
    public String assertRefused(String[][] rows) throws Exception {
        StringJoiner reasons = new StringJoiner("\n");
        for (String[] row : rows) {
            String answer = ask(row[1], row[2].replace("PORT", "" + port), row[3]);
            String what = String.join(" ", row).replace("\r\n", " ").replaceAll(" +", " ").replaceAll("x{9,}", "xx…");
            assertEquals(row[0], "" + status(answer), what);
            assertEquals(row[0].equals("405"), answer.contains("\r\nAllow: "), what);
            if (answer.contains("application/json")) {
                Object reason = Json.members(body(answer)).get("error");
                reasons.add(what + " -> " + ((String) reason).replace(":" + port, ":PORT")
                        .replace(whyNoJson(row[3]), "‹no JSON›"));
            } else {
                assertContains("text/plain", answer);
            }
        }
        return reasons.toString().replaceAll("(?m)^(4(04|05|21) |.*\\?after=).*\n?", "");
    }

    private static String whyNoJson(String body) {
        try {
            Json.read(body);
            return "‹no such text›";
        } catch (Json.JsonException e) {
            return e.getMessage();
        }
    }
}
