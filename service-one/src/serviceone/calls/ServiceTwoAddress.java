package serviceone.calls;

import java.net.InetSocketAddress;

/**
 * Where service two is, and the limits for calls.
 *
 * @param answerMillis the longest time from the first byte sent to the last byte received
 * @param limit        the limit on calls in flight
 */
public record ServiceTwoAddress(InetSocketAddress address, String host, int connectMillis, int answerMillis,
        Bulkhead limit) {
}
