package servicetwo;

import java.util.Locale;

/** What calls are counted by: whoever measures service one sees in it whether two of them do the same work. */
enum Route {
    INFO, AUTHENTICATE, AUTHORIZE, MEETINGS,
    /** No path of service two's, or a request that it doesn't understand. */
    OTHER,
    /** A look at the counts, or a change of settings: neither counts. */
    STATS;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean counts() {
        return this != STATS;
    }
}
