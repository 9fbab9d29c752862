package load.jtl;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One request as JMeter recorded it: a row of a JTL file.
 *
 * @param startMillis   when it started, in milliseconds since 1970
 * @param elapsedMillis the time from just before it was sent until the whole answer arrived, including the connect
 * @param connectMillis how long the connect took; 0 on a connection that was kept alive
 * @param label         the sampler's name in the plan
 * @param code          the HTTP status, or {@code Non HTTP response code: …} if no answer came
 * @param message       the reason phrase, or what went wrong instead of an answer
 * @param success       whether an answer came and every assertion held
 * @param failure       what the first failed assertion said; empty if none failed
 * @param thread        the number of JMeter's thread, counted from 1 in its group; 0 if the file doesn't say
 * @param testStart     when JMeter began the test, in milliseconds since 1970; 0 if the file doesn't say
 */
public record RecordedRequest(long startMillis, long elapsedMillis, long connectMillis, String label, String code,
                     String message, boolean success, String failure, long thread, long testStart) {
    private static final String NO_ANSWER = "Non HTTP response code: ";
    private static final String NO_ANSWER_MESSAGE = "Non HTTP response message: ";
    /** What JMeter's exceptions mean, by a part of their name and message; the first match counts. */
    private static final List<Map.Entry<String, String>> MEANINGS = List.of(
            Map.entry("refused", "connection refused"),
            Map.entry("connect timed out", "connecting took too long"),
            Map.entry("ConnectTimeout", "connecting took too long"),
            Map.entry("timed out", "no answer in time"),
            Map.entry("SocketTimeout", "no answer in time"),
            Map.entry("reset", "connection reset"),
            Map.entry("Broken pipe", "connection reset"),
            Map.entry("NoHttpResponse", "connection closed without an answer"),
            Map.entry("Premature end", "connection closed before the answer's end"),
            Map.entry("ConnectionClosed", "connection closed before the answer's end"),
            Map.entry("BindException", "no port was free for another connection"),
            Map.entry("NoRouteToHost", "no route to that address"),
            Map.entry("UnknownHost", "unknown host"));
    private static final int LONGEST = 120;

    public long endMillis() {
        return startMillis + elapsedMillis;
    }

    /** Why the request counts as failed, in one line, such as {@code 404 Not Found} or {@code connection refused}. */
    public String problem() {
        String text = (code.startsWith(NO_ANSWER) ? withoutAnswer()
                : !code.startsWith("2") && !code.isEmpty() || failure.isEmpty() ? code + " " + message
                : code + " " + message + ", but " + unexpected()).strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
        return text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text;
    }

    private String withoutAnswer() {
        String name = code.substring(Math.max(NO_ANSWER.length() - 1, code.lastIndexOf('.')) + 1);
        String cause = message.startsWith(NO_ANSWER_MESSAGE) ? message.substring(NO_ANSWER_MESSAGE.length()) : message;
        return MEANINGS.stream().filter(each -> (name + " " + cause).toLowerCase(Locale.ROOT)
                .contains(each.getKey().toLowerCase(Locale.ROOT))).map(Map.Entry::getValue)
                .findFirst().orElse(name + (cause.isBlank() ? "" : ": " + cause));
    }

    /** An assertion's own message has several lines: the expected text, the received text and a comparison. */
    private String unexpected() {
        return !failure.startsWith("Test failed: ") ? failure
                : failure.startsWith("Test failed: code") ? "another status was expected" : "not the answer expected";
    }
}
