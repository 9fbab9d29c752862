package bare;

import module java.base;

/** The minimum of HTTP/1.1: a head that ends with an empty line, then as many bytes as Content-Length says. */
final class BareMessages {
    private static final int BACKLOG = 8192;
    static final int BUFFER = 1024;
    static final int CALLS = 4;
    private static final int END_OF_HEAD = 0x0d0a0d0a;
    private static final String[] TARGETS =
            {"/info", "/authenticate?token=token", "/authorize?id=abc123", "/meetings?id=abc123"};
    private static final byte[] LENGTH = "\r\ncontent-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEAD = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
            + "Connection: keep-alive\r\nContent-Length: ").getBytes(StandardCharsets.US_ASCII);

    /** The kernel distributes connections among several loops that listen on one port. */
    static ServerSocketChannel listen(String port) throws IOException {
        return ServerSocketChannel.open().setOption(StandardSocketOptions.SO_REUSEPORT, true)
                .bind(local(port), BACKLOG);
    }

    static InetSocketAddress local(String port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
    }

    static ByteBuffer[] requests() {
        ByteBuffer[] requests = new ByteBuffer[CALLS];
        for (int call = 0; call < CALLS; call++) {
            String text = "GET " + TARGETS[call] + " HTTP/1.1\r\nHost: b\r\n\r\n";
            requests[call] = ByteBuffer.allocateDirect(text.length())
                    .put(text.getBytes(StandardCharsets.US_ASCII)).flip();
        }
        return requests;
    }

    static boolean isRequest(ByteBuffer received) {
        int end = received.position();
        return end >= Integer.BYTES && received.getInt(end - Integer.BYTES) == END_OF_HEAD;
    }

    static int bodyStart(ByteBuffer received) {
        for (int at = 0; at <= received.position() - Integer.BYTES; at++) {
            if (received.get(at) == '\r' && received.getInt(at) == END_OF_HEAD) {
                int body = at + Integer.BYTES;
                return received.position() < body + length(received, body) ? -1 : body;
            }
        }
        return -1;
    }

    private static int length(ByteBuffer received, int end) {
        for (int at = 0; at < end - LENGTH.length; at++) {
            if (received.get(at) == '\r' && isLength(received, at)) {
                return number(received, at + LENGTH.length);
            }
        }
        return 0;
    }

    private static boolean isLength(ByteBuffer received, int at) {
        for (int i = 2; i < LENGTH.length; i++) {
            if ((received.get(at + i) | ' ') != (LENGTH[i] | ' ')) {
                return false;
            }
        }
        return true;
    }

    private static int number(ByteBuffer received, int from) {
        int number = 0;
        for (int at = from; received.get(at) >= '0'; at++) {
            number = 10 * number + received.get(at) - '0';
        }
        return number;
    }

    static void response(ByteBuffer answer, int body, ByteBuffer to) {
        int length = answer.position() - body;
        to.clear().put(HEAD).put(Integer.toString(length).getBytes(StandardCharsets.US_ASCII)).putInt(END_OF_HEAD)
                .put(to.position(), answer, body, length).position(to.position() + length).flip();
    }

    private BareMessages() {
    }
}
