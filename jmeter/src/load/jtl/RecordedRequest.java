package load.jtl;

/**
 * One request as JMeter recorded it: a row of a JTL file. Immutable, so any thread may hold it.
 *
 * @param startMillis   when it started, in milliseconds since 1970
 * @param elapsedMillis from just before the request was sent until the whole answer was there, connecting included
 * @param connectMillis what connecting took of that; 0 on a connection that was kept alive
 * @param label         the sampler's name in the plan
 * @param code          the HTTP status, or {@code Non HTTP response code: …} where no answer came
 * @param message       the reason phrase, or what went wrong instead of an answer
 * @param success       whether an answer came and every assertion held
 * @param failure       what the first assertion that failed said; empty where none did
 * @param thread        the number of JMeter's thread, counted from 1 in its group; 0 where the file doesn't tell
 * @param testStart     when JMeter began the test, in milliseconds since 1970; 0 where the file doesn't tell
 */
public record RecordedRequest(long startMillis, long elapsedMillis, long connectMillis, String label, String code,
                     String message, boolean success, String failure, long thread, long testStart) {

    public long endMillis() {
        return startMillis + elapsedMillis;
    }
}
