package jmeter.jtl;

import java.io.IOException;
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
