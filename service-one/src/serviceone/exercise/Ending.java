package serviceone.exercise;

import java.util.List;
import serviceone.exercise.StandIn.Reply;

/** A failure of service two, and the status that the client must get. */
record Ending(String path, Reply reply, String what, int status) {
    static final List<Ending> FAILURES = List.of(
            new Ending("/authenticate", Reply.of(401, "{}"), "401: the token is unknown", 401),
            new Ending("/authorize", Reply.of(200, "{\"authorities\":[]}"), "an empty list of authorities", 403),
            new Ending("/info", Reply.of(500, "{}"), "500", 502),
            new Ending("/authorize", Reply.RESET, "a reset", 502),
            new Ending("/meetings", Reply.GARBAGE, "bytes that are not HTTP", 502),
            new Ending("/meetings", Reply.of(404, "{}"), "404", 502));
}
