package serviceone.routes;

import common.http.Response;

/**
 * What a route of the blocking modes gives: a response.
 *
 * @param afterMillis when it is due: until then its connection needs no thread
 */
public record Reply(Response response, long afterMillis) {
    public static Reply now(Response response) {
        return new Reply(response, 0);
    }
}
