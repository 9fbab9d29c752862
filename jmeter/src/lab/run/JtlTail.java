package lab.run;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Follows a JTL while JMeter writes it, to tell when the load is steady: only when each answer came, and after how
 * long. Keeps the answers of the last minutes. Used by the runner's thread. The figures that are reported are not from
 * here; they are read from the whole file when it is complete.
 */
final class JtlTail {
    /** A record begins with time stamp and elapsed milliseconds; the further lines of a quoted message do not. */
    private static final Pattern RECORD = Pattern.compile("(?m)^(\\d{13}),(\\d+),.*\\n");
    private static final int CHUNK = 1 << 20;

    /** An answer: when it arrived, and how long it took. */
    private record Arrival(long end, long elapsed) {
    }

    private final Path file;
    private final long keepMillis;
    private final Deque<Arrival> answers = new ArrayDeque<>();
    private long offset;
    private long first = -1;

    JtlTail(Path file, long keepMillis) {
        this.file = file;
        this.keepMillis = keepMillis;
    }

    /** Reads what was added since the last time. */
    void read() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
            int taken = 1;
            while (taken > 0 && channel.read(buffer, offset) > 0) {
                taken = take(new String(buffer.array(), 0, buffer.position(), StandardCharsets.ISO_8859_1));
                offset += taken;                             // a line that is not whole yet is read again next time
                buffer.clear();
            }
        }
    }

    /** Takes the whole lines. @return how many characters, and so bytes, they are */
    private int take(String text) {
        int end = text.lastIndexOf('\n') + 1;
        Matcher record = RECORD.matcher(text.substring(0, end));
        while (record.find()) {
            add(Long.parseLong(record.group(1)), Long.parseLong(record.group(2)));
        }
        return end == 0 && text.length() == CHUNK ? CHUNK : end;        // a line longer than that is not one of ours
    }

    private void add(long start, long elapsed) {
        first = first < 0 ? start : Math.min(first, start);
        answers.addLast(new Arrival(start + elapsed, elapsed));
        while (answers.getFirst().end() < start + elapsed - keepMillis) {
            answers.removeFirst();
        }
    }

    /** When the first request was sent, of those with an answer; in milliseconds since 1970, -1 while there is none. */
    long firstStart() {
        return first;
    }

    long count(long from, long to) {
        return answers.stream().filter(answer -> answer.end() >= from && answer.end() < to).count();
    }

    /**
     * Requests in flight on average between two moments, by Little's law: the time that all took / the time that
     * passed.
     */
    double concurrency(long from, long to) {
        return answers.stream().filter(answer -> answer.end() >= from && answer.end() < to).mapToLong(Arrival::elapsed)
                .sum() / (double) (to - from);
    }
}
