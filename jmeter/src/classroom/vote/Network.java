package classroom.vote;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Where a request comes from, as far as limits are concerned: an IPv4 address, or the first 64 bits of an IPv6 one, of
 * which every device can make as many as it likes (RFC 8981). Immutable.
 */
record Network(String prefix) {
    private static final int IPV6_PREFIX_BYTES = 8;

    static Network of(InetAddress address) {
        byte[] bytes = address.getAddress();
        int length = address instanceof Inet4Address ? bytes.length : IPV6_PREFIX_BYTES;
        return new Network(HexFormat.of().formatHex(Arrays.copyOf(bytes, length)));
    }
}
