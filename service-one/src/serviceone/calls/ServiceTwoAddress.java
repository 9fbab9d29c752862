package serviceone.calls;

import java.net.InetSocketAddress;

/** @param answerMillis the limit for a call on an open connection, including a repeat on a new one */
public record ServiceTwoAddress(InetSocketAddress address, String host, int connectMillis, int answerMillis,
        Bulkhead limit) {
    /** When a call that begins now is late, as a {@link System#nanoTime}. */
    long lateAt() {
        return System.nanoTime() + answerMillis * 1_000_000L;
    }

    /** The limit for connecting when a call is repeated. */
    int connectMillis(long lateAt) {
        return Math.clamp((lateAt - System.nanoTime()) / 1_000_000, 1, connectMillis);
    }
}
