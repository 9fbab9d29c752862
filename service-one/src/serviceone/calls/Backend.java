package serviceone.calls;

import java.net.InetSocketAddress;
import serviceone.http.Limits;

/**
 * Where service two is, and how patiently it is called.
 *
 * @param address       looked up once, at the start
 * @param host          the value of the Host field
 * @param connectMillis how long a connection may take to be made
 * @param answerMillis  how long an answer may take, from the request's last byte to its own
 */
public record Backend(InetSocketAddress address, String host, int connectMillis, int answerMillis) {
    /** Answers of service two are held to the same limits as requests of strangers. */
    static final Limits LIMITS = Limits.DEFAULTS;

    /**
     * A connection unused for this long is closed and not used again: less than the 30 s after which service two, and
     * most servers, close it, so that few calls meet a connection that is just being closed.
     */
    static final long IDLE_NANOS = 20_000_000_000L;
}
