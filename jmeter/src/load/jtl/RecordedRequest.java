package load.jtl;

import module java.base;
import common.commandline.Tool;
import experiment.Run.Requests;

/**
 * A row of JMeter's JTL file.
 *
 * @param startMillis   in milliseconds since 1970
 * @param elapsedMillis until the whole answer arrived, including the time to connect
 * @param kind          as far as the row alone tells: another sampler's request may look silent, too
 * @param code          the HTTP status, or {@code Non HTTP response code: …}
 * @param failure       the first failed assertion's message, or empty
 * @param thread        the JMeter thread's number in its group, from 1; 0 if unknown
 * @param testStart     in milliseconds since 1970; 0 if unknown
 * @param bytes         the answer's length with its headers; 0 if unknown
 * @param firstKey      the first key of the answer's JSON; empty if unknown
 * @param users         of its JMeter, at its end; 0 if unknown
 * @param url           empty if unknown
 * @param answeredBefore when its connection brought an answer before; 0 if it opened one, or if that is unknown
 */
public record RecordedRequest(long startMillis, long elapsedMillis, Kind kind, String label, String code,
        String message, boolean success, String failure, long thread, long testStart, long bytes, String firstKey,
        long users, String url, long answeredBefore) {
    /**
     * A transaction sums up other rows: those of a Transaction Controller, of redirects or of a page's parts. A silent
     * row's sampler sent nothing that JMeter knows of, and an impossible one could not even build its request.
     */
    public enum Kind { REQUEST, SILENT, IMPOSSIBLE, TRANSACTION }

    private static final String NO_ANSWER = "Non HTTP response code: ";
    private static final String NO_ANSWER_MESSAGE = "Non HTTP response message: ";
    /** What a failure means, by a part of the exception's name or message in lower case. The first match counts. */
    private static final List<String[]> MEANINGS = """
            refused: connection refused
            connect timed out: connecting took too long
            connecttimeout: connecting took too long
            timed out: no answer in time
            sockettimeout: no answer in time
            reset: connection reset
            broken pipe: connection reset
            nohttpresponse: %s
            premature end: connection closed before the answer's end
            connectionclosed: connection closed before the answer's end
            bindexception: no port was free for another connection
            noroutetohost: no route to that address
            unknownhost: unknown host
            """.formatted(Requests.CLOSED).lines().map(line -> line.split(": ")).toList();
    private static final Set<String> LOST = Set.of("connection reset", Requests.CLOSED);
    private static final String AFTER_PAUSE = " after a pause";
    private static final String RIGHT_AFTER = " right after another answer";
    private static final int PAUSE_MILLIS = 200;
    private static final Map<String, String> REMEDIES = Map.of(
            AFTER_PAUSE, "the server closes idle connections: -Jhttpclient4.validate_after_inactivity=100 makes JMeter "
            + "look before it uses one again",
            RIGHT_AFTER, "the server may close connections without the header that says so: --header "
            + "'Connection: close' opens one for each request, and so does a sampler without 'Use KeepAlive'");
    private static final Pattern IMPOSSIBLE =
            Pattern.compile(".*(Syntax|URL|Encoding|Illegal\\w+|NullPointer|ClassCast|Script|FileNotFound)Exception");
    private static final Pattern PARTS_OF_ONE = Pattern.compile("(.*)-\\d+\n\\1-\\d+");
    private static final Pattern PLACE =
            Pattern.compile("(?<=UnknownHostException )[^\\s:]+|(?<=Connect to )\\S+|\\S+(?= failed to respond)");
    public static final String TRANSACTION = "Number of samples in transaction : ";
    /** JMeter's message for an assertion on an empty text. */
    private static final String NO_BODY = "Response was null";
    private static final int LONGEST = 120;

    /** A transaction that the test's end cut off lacks a message, and before its first request also a code. */
    static Kind kind(String code, String message, boolean sentNothing) {
        boolean isCutOff = message.isEmpty() && (code.startsWith(NO_ANSWER) || code.isEmpty() && sentNothing);
        if (isCutOff || message.startsWith(TRANSACTION)) {
            return Kind.TRANSACTION;
        }
        if (!sentNothing) {
            return Kind.REQUEST;
        }
        if (IMPOSSIBLE.matcher(code).matches()) {
            return Kind.IMPOSSIBLE;
        }
        return code.startsWith(NO_ANSWER) ? Kind.REQUEST : Kind.SILENT;
    }

    /** @param opensNoSocket whether a label is that of a sampler that opens no socket */
    public Kind kind(Predicate<String> opensNoSocket) {
        if (kind == Kind.TRANSACTION || kind == Kind.IMPOSSIBLE) {
            return kind;
        }
        return opensNoSocket.test(label) ? Kind.SILENT : Kind.REQUEST;
    }

    /**
     * Whether this row sums up the next one of its thread. A thread makes one request after the other, but the parts of
     * a page may overlap.
     */
    boolean contains(RecordedRequest next) {
        boolean isWithin = startMillis <= next.startMillis && next.endMillis() <= endMillis();
        return isWithin && (next.label.equals(label + "-0")
                || thread > 0 && next.startMillis < endMillis()
                && !PARTS_OF_ONE.matcher(label + '\n' + next.label).matches());
    }

    /** @param wholeFails what its transaction's assertion found, for which this part answers; empty for nothing */
    RecordedRequest with(Kind other, String wholeFails, long answered) {
        return new RecordedRequest(startMillis, elapsedMillis, other, label, code, message,
                success && wholeFails.isEmpty(), wholeFails.isEmpty() ? failure : wholeFails, thread, testStart, bytes,
                firstKey, users, url, answered);
    }

    /**
     * When a connection that the thread's next row keeps brought an answer before that row; 0 if it did not.
     *
     * @param isSum whether this row sums up the next one
     */
    long answeredBeforeNext(boolean isSum) {
        if (isSum || kind != Kind.REQUEST) {
            return answeredBefore;
        }
        return code.startsWith(NO_ANSWER) ? 0 : endMillis();
    }

    public long endMillis() {
        return startMillis + elapsedMillis;
    }

    /** One line, such as {@code 404 Not Found} or {@code connection refused}. */
    public String problem() {
        String text = Tool.printable(found()).strip().replaceAll("\\s+", " ");
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    private String found() {
        if (code.startsWith(NO_ANSWER)) {
            return withoutAnswer();
        }
        String status = code + " " + message;
        boolean isGoodStatus = code.isEmpty() || code.startsWith("2");
        return isGoodStatus && !failure.isEmpty() ? status.strip() + ", but " + unexpected() : status;
    }

    private String withoutAnswer() {
        String name = code.substring(Math.max(NO_ANSWER.length() - 1, code.lastIndexOf('.')) + 1);
        String cause = message.startsWith(NO_ANSWER_MESSAGE) ? message.substring(NO_ANSWER_MESSAGE.length()) : message;
        String all = name + " " + cause;
        Matcher place = PLACE.matcher(all);
        String where = place.find() ? " (" + place.group() + ")" : "";
        return MEANINGS.stream()
                .filter(each -> all.toLowerCase(Locale.ROOT).contains(each[0]))
                .map(each -> each[1] + (LOST.contains(each[1]) ? sinceAnswer() : "") + where)
                .findFirst()
                .orElse(name + (cause.isBlank() ? "" : ": " + cause));
    }

    /** What a kept connection did before it was lost. */
    private String sinceAnswer() {
        if (answeredBefore == 0) {
            return "";
        }
        return startMillis - answeredBefore >= PAUSE_MILLIS ? AFTER_PAUSE : RIGHT_AFTER;
    }

    /** What helps against a problem; empty if that is unknown. */
    public static String remedy(String problem) {
        return LOST.stream().flatMap(lost -> REMEDIES.keySet().stream().filter(after -> problem.contains(lost + after)))
                .findFirst().map(REMEDIES::get).orElse("");
    }

    private String unexpected() {
        if (failure.equals(NO_BODY)) {
            return "it has no body, and JMeter fails each assertion on a body that is not there";
        }
        if (failure.startsWith("Test failed: code")) {
            return "another status was expected";
        }
        return failure.startsWith("Test failed: ") ? "not the answer expected" : failure;
    }
}
