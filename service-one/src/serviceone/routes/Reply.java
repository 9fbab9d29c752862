package serviceone.routes;

import serviceone.http.Response;

/** What a route of the blocking modes gives: the response, or the promise of one for which no thread need wait. */
public sealed interface Reply {
    record Now(Response response) implements Reply {
    }

    /** The response is due after so many milliseconds; until then its connection needs no thread. */
    record Later(long millis, Response response) implements Reply {
    }
}
