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
    private final BufferedReader in;
    private long askedAt;

    /** @param asked counts the requests of all clients */
    Client(int port, AtomicLong asked) throws IOException {
        this.asked = asked;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
    }

    public Client ask(String path, String token) throws IOException {
        asked.incrementAndGet();
        askedAt = System.nanoTime();
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + token
                + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    public Answer read() throws IOException {
        String status = in.readLine();
        int length = 0;
        for (String line = status; line == null || !line.isEmpty(); line = in.readLine()) {
            if (line == null) {
                throw new EOFException("the service closed the connection");
            }
            length = line.startsWith("Content-Length: ") ? Integer.parseInt(line.substring(16)) : length;
        }
        char[] body = new char[length];
        for (int i = 0; i < length; i++) {
            body[i] = (char) in.read();
        }
        return new Answer(Integer.parseInt(status.substring(9, 12)), new String(body), Subject.millisSince(askedAt));
    }

    public boolean hasAnswer() throws IOException {
        return socket.getInputStream().available() > 0;
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
