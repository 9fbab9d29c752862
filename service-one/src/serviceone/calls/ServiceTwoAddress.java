package serviceone.calls;

import java.net.InetSocketAddress;

/** @param answerMillis the limit from the first byte sent to the last byte received */
public record ServiceTwoAddress(InetSocketAddress address, String host, int connectMillis, int answerMillis,
        Bulkhead limit) {
}
