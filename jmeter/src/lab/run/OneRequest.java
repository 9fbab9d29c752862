package lab.run;

import module java.base;
import common.http.MessageParser.Limits;
import common.http.ResponseParser;
import common.io.HostPort;
import experiment.Message;

/** A request as JMeter would send it, without JMeter. */
record OneRequest(HostPort contender, String path, Message message) {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final Limits LIMITS = new Limits(8 * 1024, 16 * 1024, 100, 1 << 26);

    OneRequest(HostPort contender, Slot slot) {
        this(contender, slot.load().path(), slot.experiment().workload().message());
    }

    /** The body of a good answer. */
    byte[] ask() throws IOException {
        try (Socket socket = connected()) {
            socket.getOutputStream().write(bytes().getFirst());
            ResponseParser answer = parser();
            receive(socket.getInputStream(), buffer(), answer);
            if (answer.status() != message.status()) {
                throw new IOException("status " + answer.status());
            }
            return answer.body();
        }
    }

    /** One for each token. */
    List<byte[]> bytes() throws IOException {
        byte[] body = message.body();
        String length = message.hasContent() ? "Content-Length: " + body.length + "\r\n" : "";
        String headers = message.headers().stream().map(header -> header + "\r\n").collect(Collectors.joining());
        String connection = closes() ? "" : "Connection: keep-alive\r\n";
        return message.tokens().stream().map(token -> {
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes((message.method() + " " + path + " HTTP/1.1\r\n" + connection
                    + "Authorization: " + token + "\r\n" + headers + length + "Host: " + contender
                    + "\r\nUser-Agent: Apache-HttpClient/4.5.14 (Java/" + Runtime.version().feature()
                    + ")\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            request.writeBytes(body);
            return request.toByteArray();
        }).toList();
    }

    boolean closes() {
        return Message.asksToClose(message.headers());
    }

    Socket connected() throws IOException {
        return contender.connected(TIMEOUT_MILLIS);
    }

    ResponseParser parser() {
        return new ResponseParser(LIMITS, message.isHead());
    }

    /** Nothing is in it yet. */
    static ByteBuffer buffer() {
        return ByteBuffer.allocate(BUFFER_BYTES).flip();
    }

    static void receive(InputStream from, ByteBuffer in, ResponseParser answer) throws IOException {
        boolean whole = answer.parse(in);
        while (!whole) {
            int read = from.read(in.clear().array());
            in.limit(Math.max(0, read));
            whole = read < 0 ? answer.endOfInput() : answer.parse(in);
            if (read < 0 && !whole) {
                throw new EOFException("the connection was closed during an answer");
            }
        }
    }
}
