package lab.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Follows a JTL while JMeter writes it. Passes on each complete record with the end of its line. */
final class JtlTail {
    private static final int CHUNK = 1 << 20;

    /** Records are decoded as ISO-8859-1. The first contains the names of the columns. */
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

    /** There may be no file yet. */
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

    /** A line end within quotes does not end a record. */
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

    /** An incomplete last record. */
    String rest() {
        return rest.toString();
    }
}
