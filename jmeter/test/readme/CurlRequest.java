package readme;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import testing.Assertions;

/**
 * What curl would send for a command line, for the JDK's own client: not every machine has curl. Immutable.
 *
 * @param url     as it was typed
 * @param method  GET, HEAD
 * @param headers as they were typed
 */
record CurlRequest(String url, String method, List<String> headers) {
    /** They change what is shown, not what is asked for. */
    private static final String SHOWN = "-[isvSfN]+|--(include|silent|verbose|show-error|fail|no-buffer)";

    /** @throws AssertionError for an option that this does not know */
    static CurlRequest of(List<String> words) {
        String url = "";
        String method = "GET";
        List<String> headers = new ArrayList<>();
        for (Iterator<String> rest = words.iterator(); rest.hasNext();) {
            String word = rest.next();
            switch (word) {
                case "-H", "--header" -> headers.add(rest.next());
                case "-X", "--request" -> method = rest.next();
                case "-I", "--head" -> method = "HEAD";
                default -> {
                    Assertions.assertTrue(!word.startsWith("-") || word.matches(SHOWN),
                            "CurlRequest knows no option " + word);
                    url = word.startsWith("-") ? url : word;
                }
            }
        }
        return new CurlRequest(url, method, headers);
    }

    /** The same, asked of the services of a test in place of those at the default ports. */
    HttpRequest to(int serviceOne, int statusPage) {
        URI uri = URI.create(url.startsWith("http") ? url : "http://" + url);
        Integer port = Map.of(8082, serviceOne, 8083, statusPage).get(uri.getPort());
        Assertions.assertTrue(port != null, "nobody of this project listens at " + uri);
        String place = "http://127.0.0.1:" + port;
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(place + uri.getRawPath()
                + (uri.getRawQuery() == null ? "" : '?' + uri.getRawQuery())));
        request.method(method, HttpRequest.BodyPublishers.noBody());
        for (String header : headers) {
            String[] parts = header.split(": *", 2);
            request.header(parts[0], parts[1]);
        }
        return request.build();
    }
}
