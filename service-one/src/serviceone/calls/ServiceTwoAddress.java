package serviceone.calls;

import java.net.InetSocketAddress;

/**
 * Where service two is, how patiently it is called, and by how many at once.
 *
 * @param address       looked up once, at the start; of several, the first that answered then
 * @param host          the value of the Host field
 * @param connectMillis how long a connection may take to be made
 * @param answerMillis  how long a call may take on its connection, from the first byte sent to the last received
 * @param limit         how many calls may be in flight at once
 */
public record ServiceTwoAddress(InetSocketAddress address, String host, int connectMillis, int answerMillis,
        Bulkhead limit) {
}
