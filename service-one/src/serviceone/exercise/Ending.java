package serviceone.exercise;

import java.util.List;
import serviceone.exercise.StandIn.Reply;

/**
 * How a call to service two ends, and which status the client must get.
 *
 * @param what the reply in words, to follow "service two answered with"
 */
record Ending(String path, Reply reply, String what, int status) {
    static final List<Ending> FAILURES = List.of(
            new Ending("/authenticate", Reply.of(401, "{}"), "401: the token is unknown", 401),
            new Ending("/authorize", Reply.of(200, "{\"authorities\":[]}"), "no authority", 403),
            new Ending("/info", Reply.of(500, "{}"), "500", 502),
            new Ending("/authorize", Reply.RESET, "a reset", 502),
            new Ending("/meetings", Reply.GARBAGE, "bytes that are not HTTP", 502),
            new Ending("/meetings", Reply.of(404, "{}"), "404", 502));
}
