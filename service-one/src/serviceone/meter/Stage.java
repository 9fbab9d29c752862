package serviceone.meter;

import java.util.Locale;

/** The four calls of a request, in order. */
public enum Stage {
    INFO, AUTHENTICATE, AUTHORIZE, MEETINGS;

    private final String label = name().toLowerCase(Locale.ROOT);

    public String label() {
        return label;
    }
}
