package serviceone.meter;

import java.util.Locale;

public enum Stage {
    INFO, AUTHENTICATE, AUTHORIZE, MEETINGS;

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
