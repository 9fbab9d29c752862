package serviceone.calls;

import java.net.InetSocketAddress;

/**
 * Where service two is, and the limits for calls to it.
 *
 * @param address      resolved once; if its name had several addresses, the first that answered
 * @param host         the value of the Host field
 * @param answerMillis the most time from the first byte sent to the last received
 * @param limit        the limit on calls in flight
 */
public record ServiceTwoAddress(InetSocketAddress address, String host, int connectMillis, int answerMillis,
        Bulkhead limit) {
}
