package serviceone.meter;

import java.util.Locale;

/** The four calls of a request, in order. */
public enum Stage {
    INFO, AUTHENTICATE, AUTHORIZE, MEETINGS;

    /** The name in errors, events and charts. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
