package load.jtl;

import common.process.ProgramFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the file that JMeter writes its samples to, in the CSV format. No state, any thread. */
public final class Jtl {
    private Jtl() {
    }

    /**
     * Hands every sample of a file to {@code each}, in the file's order, on the calling thread, one at a time: a file
     * may hold millions. The columns are found by the names in the file's first line. A last line that was cut off when
     * JMeter was killed is left out.
     *
     * @throws IOException where the file cannot be read or is no JTL; the message names the file and the record
     */
    public static void read(Path csv, Consumer<RecordedRequest> each) throws IOException {
        try (CsvReader reader = new CsvReader(Files.newInputStream(csv))) {
            JtlColumns columns = header(csv, reader);
            for (long row = 2; reader.next(); row++) {
                each.accept(sample(csv, row, columns));
            }
        }
    }

    /**
     * Refuses a file whose last line is cut off, of a JMeter that wrote each sample at once: it goes on without a word
     * where it can write no more.
     */
    public static void checkWhole(Path csv) throws IOException {
        try (SeekableByteChannel file = Files.newByteChannel(csv)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            file.position(Math.max(0, file.size() - 1));
            if (file.read(last) < 1 || last.get(0) != '\n') {
                throw new ProgramFailure("JMeter could not write all of its samples; is the disk full, or the size of "
                        + "files limited?");
            }
        }
    }

    private static JtlColumns header(Path csv, CsvReader reader) throws IOException {
        if (!reader.next()) {
            throw new IOException(csv + ": empty, without even the line that names the columns");
        }
        try {
            return new JtlColumns(reader);
        } catch (IOException e) {
            throw new IOException(csv + ": " + e.getMessage(), e);
        }
    }

    private static RecordedRequest sample(Path csv, long row, JtlColumns columns) throws IOException {
        try {
            return columns.sample();
        } catch (IOException e) {
            throw new IOException(csv + ", record " + row + ": " + e.getMessage(), e);
        }
    }
}
