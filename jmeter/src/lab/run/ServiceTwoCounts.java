package lab.run;

import common.json.Records;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import load.HttpText;

/**
 * What service two has counted since its start, as {@code GET /stats} tells it. Immutable.
 *
 * @param abandoned       calls whose caller left before the answer
 * @param connections     on which calls came
 * @param answeredByRoute calls that were answered, whatever the status
 */
public record ServiceTwoCounts(long abandoned, long connections, Map<String, Long> answeredByRoute) {
    /** @throws IOException where it does not answer in time, or not with these counts */
    static ServiceTwoCounts ask(String address, int timeoutMillis) throws IOException {
        return Records.read(ServiceTwoCounts.class, HttpText.get(URI.create("http://" + address + "/stats"),
                timeoutMillis));
    }
}
