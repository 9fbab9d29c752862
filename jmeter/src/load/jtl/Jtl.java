package load.jtl;

import module java.base;
import common.commandline.Tool;
import process.Child.ProgramFailure;

/**
 * JMeter's samples in a CSV file, which may still grow. Quoted fields may contain line ends and commas. A file whose
 * name ends in .gz is unpacked.
 */
public final class Jtl {
    private static final int CHUNK = 1 << 16;
    private static final int MOST_DIGITS = 18;
    private static final String NO_NUMBER = "not a number: \"";

    private final Path file;
    private final Map<String, Integer> columns = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();
    private byte[] bytes = new byte[CHUNK];
    private int read;           // how many of them
    private int next;           // where the next record begins
    private long offset;        // in the file, of what has not been read
    private long record;        // the current one, counted from 1
    private int[] begins = {0}; // where its fields begin; the last element is where a further one would
    private int fields;

    public Jtl(Path file) {
        this.file = file;
    }

    /**
     * Passes every sample to {@code each}, and knows transactions by their parts. Leaves out an incomplete last line,
     * which means that JMeter was killed.
     *
     * @throws IOException if the file is unreadable or not a JTL; the message names the file and the record
     */
    public static void read(Path csv, Consumer<RecordedRequest> each) throws IOException {
        Jtl jtl = new Jtl(csv);
        Transactions transactions = new Transactions(each);
        jtl.readOn(row -> transactions.add(row, jtl.text("threadName"), jtl.hasConnected()));
        if (jtl.record == 0) {
            throw new IOException(csv + ": empty: even the line that names the columns is missing");
        }
        transactions.end();
    }

    /** Passes on the samples that JMeter has written since the last call. There may be no file yet. */
    public void readOn(Consumer<RecordedRequest> each) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try (InputStream in = open()) {
            in.skipNBytes(offset);
            while (fill(in)) {
                while (findRecord()) {
                    if (++record == 1) {
                        readNames();
                    } else {
                        each.accept(request());
                    }
                }
            }
        } catch (IOException e) {
            throw new IOException(file + (record > 1 ? ", record " + record : "") + ": " + e.getMessage(), e);
        }
    }

    /**
     * Throws if the last line is incomplete: JMeter reports no error when it can no longer write. Detects this only if
     * JMeter writes each sample at once (autoflush).
     */
    public static void checkWhole(Path csv) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(csv.toFile(), "r")) {
            file.seek(Math.max(0, file.length() - 1));
            if (file.read() != '\n') {
                throw new ProgramFailure("JMeter could not write all of its samples; is the disk full, or is there a "
                        + "limit on file size?");
            }
        }
    }

    private InputStream open() throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }

    /** Keeps the beginning of a record whose end has not been read. */
    private boolean fill(InputStream in) throws IOException {
        System.arraycopy(bytes, next, bytes, 0, read - next);
        read -= next;
        next = 0;
        if (read == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * read);
        }
        int more = Math.max(0, in.read(bytes, read, bytes.length - read));
        read += more;
        offset += more;
        return more > 0;
    }

    /** Returns false if the record's end has not been read: its last number may lack digits. */
    private boolean findRecord() {
        boolean quoted = false;
        fields = 0;
        begins[0] = next;
        for (int at = next; at < read; at++) {
            byte found = bytes[at];
            quoted ^= found == '"' && bytes[begins[fields]] == '"';      // also at two quotes that stand for one
            if (!quoted && (found == ',' || found == '\n')) {
                begin(at + 1);
                if (found == '\n') {
                    next = at + 1;
                    return true;
                }
            }
        }
        return false;
    }

    private void begin(int at) {
        if (++fields == begins.length) {
            begins = Arrays.copyOf(begins, 2 * fields);
        }
        begins[fields] = at;
    }

    private String field(int index) {
        int begin = begins[index];
        int end = begins[index + 1] - 1;
        if (end > begin && bytes[end] == '\n' && bytes[end - 1] == '\r') {      // of a Windows line end
            end--;
        }
        if (begin == end) {
            return "";      // shared by the many samples that have no failure
        }
        String text = new String(bytes, begin, end - begin, StandardCharsets.UTF_8);
        return !text.startsWith("\"") ? text : text.substring(1, text.length() - 1).replace("\"\"", "\"");
    }

    private void readNames() throws IOException {
        for (int i = 0; i < fields; i++) {
            columns.put(field(i), i);
        }
        for (String name : List.of("timeStamp", "elapsed", "success")) {
            if (!columns.containsKey(name)) {
                throw new IOException("the first line names no column \"" + name
                        + "\", so this is not a JTL with a header");
            }
        }
    }

    private RecordedRequest request() throws IOException {
        if (fields != columns.size()) {
            throw new IOException(fields + " fields, but the first line names " + columns.size());
        }
        String code = shared("responseCode");
        String message = shared("responseMessage");
        boolean sentNothing = text("sentBytes").equals("0") && text("Connect").equals("0");
        return new RecordedRequest(number("timeStamp"), elapsed(), RecordedRequest.kind(code, message, sentNothing),
                shared("label"), code, message, text("success").equals("true"), text("failureMessage"),
                numberAtEnd("threadName"),         // 17 for "Arrivals 1-17"
                numberAtEnd("TESTSTART.MS"),       // 0 without -Jsample_variables
                numberAtEnd("bytes"), shared("first_key"), numberAtEnd("allThreads"), text("URL"), 0);
    }

    /** Of nested transactions that the test's end cut off, JMeter writes minus the start. */
    private long elapsed() throws IOException {
        String text = text("elapsed");
        return text.startsWith("-") && text.substring(1).equals(text("timeStamp")) ? 0 : number("elapsed");
    }

    /** Whether the record's request opened a connection, and this took a millisecond. */
    private boolean hasConnected() {
        return numberAtEnd("Connect") > 0;
    }

    /** Nearly all samples have the same few texts here. */
    private String shared(String name) {
        return texts.computeIfAbsent(text(name), Tool::printable);
    }

    private String text(String name) {
        Integer column = columns.get(name);
        return column == null ? "" : field(column);
    }

    private long number(String name) throws IOException {
        String text = text(name);
        if (text.isEmpty() || digits(text) < text.length()) {
            throw new IOException(NO_NUMBER + text + '"');
        }
        return Long.parseLong(text);
    }

    /** 0 without a number. */
    private long numberAtEnd(String name) {
        String text = text(name);
        int digits = digits(text);
        return digits == 0 ? 0 : Long.parseLong(text, text.length() - digits, text.length(), 10);
    }

    private static int digits(String text) {
        int most = Math.min(MOST_DIGITS, text.length());
        int digits = 0;
        while (digits < most && Character.isDigit(text.charAt(text.length() - 1 - digits))) {
            digits++;
        }
        return digits;
    }
}
