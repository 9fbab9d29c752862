package load.jtl;

import module java.base;
import common.commandline.Tool;
import process.Child.ProgramFailure;

/** Reads JMeter's samples from a CSV file, whose quoted fields may contain line ends and commas. */
public final class Jtl {
    private static final int END_OF_FILE = -1;
    private static final int MOST_DIGITS = 18;
    private static final int MOST_HELD = 10_000;      // far more than one JMeter's threads that write at the same time

    private final Reader in;
    private final char[] chunk = new char[1 << 16];
    private int position;
    private int limit;
    private final Map<String, Integer> columns = new HashMap<>();
    private final List<String> fields = new ArrayList<>();
    private final Map<String, String> texts = new HashMap<>();
    private final StringBuilder field = new StringBuilder();

    private Jtl(Reader in) {
        this.in = in;
    }

    /**
     * Passes every sample to {@code each}. Leaves out an incomplete last line, which means that JMeter was killed.
     * Unpacks a file whose name ends in .gz. JMeter writes the sum of several rows before them, and other threads' rows
     * in between.
     *
     * @throws IOException if the file is unreadable or not a JTL; the message names the file and the record
     */
    public static void read(Path csv, Consumer<RecordedRequest> each) throws IOException {
        long record = 1;
        try (InputStream file = Files.newInputStream(csv);
                InputStream plain = csv.toString().endsWith(".gz") ? new GZIPInputStream(file) : file) {
            Jtl jtl = new Jtl(new InputStreamReader(plain, StandardCharsets.UTF_8));
            jtl.readNames();
            SequencedMap<String, RecordedRequest> held = new LinkedHashMap<>();
            for (record = 2; jtl.next(); record++) {
                RecordedRequest next = jtl.request();
                String thread = jtl.text("threadName");
                RecordedRequest last = held.remove(thread);
                boolean isSum = last != null && last.contains(next);
                boolean isOnKept = last != null && !thread.isEmpty() && !jtl.hasConnected();
                next = isOnKept ? next.after(last, isSum) : next;
                Optional.ofNullable(last).map(row -> isSum ? row.asTransaction() : row).ifPresent(each);
                held.put(thread, isSum ? next.failingLike(last) : next);
                if (held.size() > MOST_HELD) {
                    each.accept(held.pollFirstEntry().getValue());
                }
            }
            held.values().forEach(each);
        } catch (IOException e) {
            throw new IOException(csv + (record > 1 ? ", record " + record : "") + ": " + e.getMessage(), e);
        }
    }

    public static void read(List<String> records, Consumer<RecordedRequest> each) throws IOException {
        Jtl jtl = new Jtl(new StringReader(String.join("", records)));
        jtl.readNames();
        while (jtl.next()) {
            each.accept(jtl.request());
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

    private void readNames() throws IOException {
        if (!next()) {
            throw new IOException("empty: even the line that names the columns is missing");
        }
        fields.forEach(name -> columns.put(name, columns.size()));
        for (String name : List.of("timeStamp", "elapsed", "success")) {
            if (!columns.containsKey(name)) {
                throw new IOException("the first line names no column \"" + name
                        + "\", so this is not a JTL with a header");
            }
        }
    }

    private RecordedRequest request() throws IOException {
        if (fields.size() != columns.size()) {
            throw new IOException(fields.size() + " fields, but the first line names " + columns.size());
        }
        String code = shared("responseCode");
        String message = shared("responseMessage");
        boolean sentNothing = text("sentBytes").equals("0") && text("Connect").equals("0");
        // of nested transactions that the test's end cut off, JMeter writes minus the start
        long elapsed = text("elapsed").equals("-" + text("timeStamp")) ? 0 : number("elapsed");
        return new RecordedRequest(number("timeStamp"), elapsed, RecordedRequest.kind(code, message, sentNothing),
                shared("label"), code, message, text("success").equals("true"), text("failureMessage"),
                numberAtEnd(text("threadName")),         // 17 for "Arrivals 1-17"
                numberAtEnd(text("TESTSTART.MS")),       // 0 without -Jsample_variables
                numberAtEnd(text("bytes")), shared("first_key"), 0);
    }

    /** Whether the last record's request opened a connection, and this took a millisecond. */
    private boolean hasConnected() {
        return numberAtEnd(text("Connect")) > 0;
    }

    /** Nearly all samples have the same few texts here. */
    private String shared(String name) {
        return texts.computeIfAbsent(text(name), Tool::printable);
    }

    private String text(String name) {
        Integer column = columns.get(name);
        return column == null ? "" : fields.get(column);
    }

    private long number(String name) throws IOException {
        String text = text(name);
        if (text.isEmpty() || digits(text) < text.length()) {
            throw new IOException("not a number: \"" + text + '"');
        }
        return Long.parseLong(text);
    }

    private static long numberAtEnd(String text) {
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

    /** Returns false at the end of the file, and for a record without a line end: its last number may lack digits. */
    private boolean next() throws IOException {
        fields.clear();
        int separator;
        do {
            field.setLength(0);
            separator = readField();
            fields.add(field.toString());
        } while (separator == ',');
        return separator != END_OF_FILE;
    }

    private int readField() throws IOException {
        int next = read();
        next = next == '"' ? readQuoted() : next;
        while (next != ',' && next != '\n' && next != END_OF_FILE) {
            if (next != '\r') {      // of a Windows line end
                field.append((char) next);
            }
            next = read();
        }
        return next;
    }

    /** Returns the character after the closing quote. Two quotes stand for one. */
    private int readQuoted() throws IOException {
        int next = read();
        while (next != END_OF_FILE) {
            if (next == '"') {
                next = read();
                if (next != '"') {
                    return next;
                }
            }
            field.append((char) next);
            next = read();
        }
        return END_OF_FILE;
    }

    /** A {@link java.io.BufferedReader} would acquire a lock for each character. */
    private int read() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(chunk));
        }
        return position < limit ? chunk[position++] : END_OF_FILE;
    }
}
