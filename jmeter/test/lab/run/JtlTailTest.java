package lab.run;

import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import testing.Test;

/** Following a JTL that is being written. */
class JtlTailTest implements AutoCloseable {
    private static final long T = 1_700_000_000_000L;

    private final Path jtl;
    private final JtlTail tail;

    JtlTailTest() throws Exception {
        jtl = Files.createTempFile("tail", ".jtl");
        Files.delete(jtl);
        tail = new JtlTail(jtl, 10_000);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(jtl);
    }

    private void write(String text) throws Exception {
        Files.writeString(jtl, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        tail.read();
    }

    @Test
    void readsWhatIsThereSoFar() throws Exception {
        tail.read();
        assertEquals(-1L, tail.firstStart(), "no file yet");
        write("timeStamp,elapsed,label\n");
        assertEquals(-1L, tail.firstStart(), "the head is no sample");
        write((T + 50) + ",100,GET\n" + T + ",20");
        assertEquals(1L, tail.count(T, T + 1000), "half a line is not read");
        write("0,GET\n");
        assertEquals(2L, tail.count(T, T + 1000), "whole now");
        assertEquals(T, tail.firstStart(), "the earliest");
        assertEquals(0.3, tail.concurrency(T, T + 1000), "100 and 200 ms of a second");
    }

    @Test
    void laterLinesOfAMessageAreNoSamples() throws Exception {
        write(T + ",100,GET,500,\"expected\n1234 but\n17,3 was\"\n");
        assertEquals(1L, tail.count(T, T + 1000));
    }

    @Test
    void forgetsWhatIsLongAgo() throws Exception {
        write(T + ",100,GET\n" + (T + 60_000) + ",100,GET\n");
        assertEquals(0L, tail.count(T, T + 1000), "a minute before the last");
        assertEquals(1L, tail.count(T + 60_000, T + 61_000));
    }
}
