package serviceone.meter;

import java.util.Locale;

/** The four calls of a request, in their order. */
public enum Stage {
    INFO, AUTHENTICATE, AUTHORIZE, MEETINGS;

    /** As it is named to people: in errors, events and charts. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
