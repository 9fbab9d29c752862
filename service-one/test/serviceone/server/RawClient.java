package serviceone.server;

import module java.base;
import testing.Await;

/** A client that shares no code with the service under test. */
public final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 30_000;

    public record Reply(int status, String head, String body) {
        public boolean closes() {
            return head.contains("\r\nConnection: close\r\n");
        }
    }

    public final Socket socket;
    private final InputStream in;

    public RawClient(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(PATIENCE_MILLIS);
    }

    RawClient(Socket socket) throws IOException {
        this.socket = socket;
        in = new BufferedInputStream(socket.getInputStream());
    }

    public RawClient send(String bytes) throws IOException {
        socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    public static String request(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: token\r\n\r\n";
    }

    public Reply get(String path) throws IOException {
        return send(request(path)).receive();
    }

    public Reply receive() throws IOException {
        String head = receiveHead();
        int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ");      // the JDK writes a small l
        int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf('\r', at)));
        return new Reply(Integer.parseInt(head.substring(9, 12)), head,
                new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    public String receiveHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = in.read();
            if (c < 0) {
                throw new EOFException("the connection ended after <" + head + ">");
            }
            head.append((char) c);
        }
        return head.toString();
    }

    /** Waits for the connection's end or reset. Returns false if data arrives. */
    public boolean isAtEnd() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException e) {
            return true;
        }
    }

    /** On Linux, waits until the kernel has handled the reset at the other end. */
    public void reset() throws Exception {
        // A line has the local port, the remote port and the state. 06 is TIME_WAIT: an old connection.
        Pattern otherEnd = Pattern.compile(":%04X [0-9A-F]+:%04X (?!06)"
                .formatted(socket.getPort(), socket.getLocalPort()));
        socket.setSoLinger(true, 0);
        socket.close();
        for (Path table : List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"))) {
            Await.until("the reset has arrived", () -> !Files.exists(table)
                    || !otherEnd.matcher(Files.readString(table)).find());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
