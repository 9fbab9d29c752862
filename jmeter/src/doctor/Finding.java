package doctor;

import java.util.List;
import java.util.Locale;

/**
 * What the doctor says of one thing.
 *
 * @param mark    how it stands
 * @param subject the thing, in a word or two
 * @param says    what is there or what is missing, and what that means
 * @param advice  what to do about it; empty where nothing is to be done
 */
record Finding(Mark mark, String subject, String says, List<String> advice) {
    /** In words, because not everybody sees colours. */
    enum Mark {
        OK,
        /** A class can be given, but something is to be known. */
        NOTE,
        /** Without it no class can be given. */
        MISSING
    }

    private static final String LINE = "%-8s %-12s %s%n";

    static Finding ok(String subject, String says) {
        return new Finding(Mark.OK, subject, says, List.of());
    }

    static Finding note(String subject, String says, String... advice) {
        return new Finding(Mark.NOTE, subject, says, List.of(advice));
    }

    static Finding missing(String subject, String says, String... advice) {
        return new Finding(Mark.MISSING, subject, says, List.of(advice));
    }

    /** Its lines on a terminal. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(LINE, mark.name().toLowerCase(Locale.ROOT), subject, says));
        advice.forEach(line -> text.append(String.format(LINE, "", "", "-> " + line)));
        return text.toString();
    }
}
