package serviceone.meter;

import java.util.Locale;

/** The four calls of a request, in order. */
public enum Stage {
    INFO, AUTHENTICATE, AUTHORIZE, MEETINGS;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
