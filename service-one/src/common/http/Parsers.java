package common.http;

import java.util.function.Supplier;

/**
 * The parsers of an event loop's connections. A message mostly comes whole; then the parser that has read it can read
 * the next one, whosever connection that comes on. So a connection has a parser only while it has a part of a message.
 * Owns one in reserve; used by the loop's thread alone.
 */
public final class Parsers<P extends MessageParser> {
    private final Supplier<P> maker;
    private P reserve;

    public Parsers(Supplier<P> maker) {
        this.maker = maker;
    }

    /** One for the next message of a connection that has none. */
    public P take() {
        P parser = reserve == null ? maker.get() : reserve;
        reserve = null;
        return parser;
    }

    /** Takes back one that has read its message whole, once all that is wanted of that has been taken from it. */
    public void putBack(P parser) {
        reserve = parser;
    }
}
