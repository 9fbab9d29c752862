package exercise.harness;

import module java.base;

/** A client of the service, on a plain socket. */
public final class Client implements Closeable {
    public record Answer(int status, String body, long millis) {
        @Override
        public String toString() {
            return status + " " + body;
        }
    }

    private static final int TIMEOUT_MILLIS = 20_000;
    private final AtomicLong asked;
    private final Socket socket;
    private final InputStream in;
    private long askedAt;

    /** @param asked counts the requests of all clients */
    Client(int port, AtomicLong asked) throws IOException {
        this.asked = asked;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = socket.getInputStream();
    }

    public Client ask(String path, String token) throws IOException {
        asked.incrementAndGet();
        askedAt = System.nanoTime();
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + token
                + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    public Answer read() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the service closed the connection after <" + head + ">");
            }
            head.append((char) c);
        }
        int at = head.indexOf("Content-Length: ");
        int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Answer(Integer.parseInt(head.substring(9, 12)), body, Subject.millisSince(askedAt));
    }

    public boolean hasAnswer() throws IOException {
        return in.available() > 0;
    }

    public void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
