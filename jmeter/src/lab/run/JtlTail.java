package lab.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Follows a JTL while JMeter writes it, and passes on each complete record, including the end of its line. */
final class JtlTail {
    private static final int CHUNK = 1 << 20;

    /** Takes a record, its bytes decoded as ISO-8859-1. The first one contains the names of the columns. */
    interface Each {
        void take(String record) throws IOException;
    }

    private final Path file;
    private final Each each;
    private final StringBuilder rest = new StringBuilder();
    private long offset;
    private boolean quoted;

    JtlTail(Path file, Each each) {
        this.file = file;
        this.each = each;
    }

    /** Reads what is new; nothing before JMeter has created the file. */
    void read() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            while (channel.read(buffer, offset) > 0) {
                offset += buffer.position();
                take(new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1));
                buffer.clear();
            }
        }
    }

    /** A line end within quotes, as in a message of several lines, does not end a record. */
    private void take(String text) throws IOException {
        int begin = 0;
        for (int i = 0; i < text.length(); i++) {
            quoted ^= text.charAt(i) == '"';
            if (text.charAt(i) == '\n' && !quoted) {
                each.take(rest.append(text, begin, i + 1).toString());
                rest.setLength(0);
                begin = i + 1;
            }
        }
        rest.append(text, begin, text.length());
    }

    /** The beginning of an incomplete record. */
    String rest() {
        return rest.toString();
    }
}
