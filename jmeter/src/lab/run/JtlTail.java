package lab.run;

import module java.base;

final class JtlTail {
    private static final int CHUNK = 1 << 20;

    interface Receiver {
        void receive(String record) throws IOException;
    }

    private final Path file;
    private final Receiver receiver;
    private final StringBuilder rest = new StringBuilder();
    private long offset;
    private boolean quoted;

    JtlTail(Path file, Receiver receiver) {
        this.file = file;
        this.receiver = receiver;
    }

    void read() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            while (channel.read(buffer, offset) > 0) {
                offset += buffer.position();
                split(new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1));
                buffer.clear();
            }
        }
    }

    private void split(String text) throws IOException {
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"';
            if (text.charAt(i) == '\n' && !quoted) {
                receiver.receive(rest.append(text, begin, i + 1).toString());
                rest.setLength(0);
                begin = i + 1;
            }
        }
        rest.append(text, begin, text.length());
    }
}
