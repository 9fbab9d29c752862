package serviceone.law;

import java.util.Locale;

/** How requests come: whether they depend on answers, and by what that is seen. */
public enum Arrivals {
    /** Nothing tells yet; taken as a closed loop. */
    UNKNOWN(false),
    /** Connections ask again once they are answered. */
    ASK_AGAIN(false),
    /** More want service than can have it, and they grow no more: those that are answered come again. */
    LEVEL(false),
    /** More want service than can have it, and they grow steadily: what comes does not wait for answers. */
    GROWING(true),
    /** Each request comes on a new connection. Taken as an open loop; a closed one without keep-alive is just so. */
    NEW_CONNECTIONS(true);

    private final boolean open;

    Arrivals(boolean open) {
        this.open = open;
    }

    public boolean areOpen() {
        return open;
    }

    /** In words: as in {@code new connections}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
