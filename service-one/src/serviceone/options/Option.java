package serviceone.options;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * An option of a command. Immutable.
 *
 * @param flag     what the user types, such as {@code --port}
 * @param value    what stands for its value in the usage, such as {@code PORT}; empty if it takes none
 * @param standard the value where none is given, or words for it; empty if there is none
 * @param takes    what it takes, for messages
 * @param accepts  which values those are
 * @param meaning  what it is for, in the usage
 */
public record Option(String flag, String value, String standard, String takes, Predicate<String> accepts,
        String meaning) {
    public static Option number(String flag, String value, String standard, int least, int most, String meaning) {
        Predicate<String> digits = Pattern.compile("[0-9]{1,10}").asMatchPredicate();
        return new Option(flag, value, standard, "a number from " + least + " to " + most,
                digits.and(text -> Long.parseLong(text) >= least && Long.parseLong(text) <= most), meaning);
    }

    /** @param pattern what the whole value must match */
    public static Option text(String flag, String value, String standard, String pattern, String meaning) {
        Predicate<String> accepts = Pattern.compile(pattern).asMatchPredicate();
        return new Option(flag, value, standard, "a value: " + value, accepts, meaning);
    }

    public static Option withoutValue(String flag, String meaning) {
        return new Option(flag, "", "", "no value", text -> false, meaning);
    }

    /**
     * Returns the value if it is one for this option.
     *
     * @param given null if there is none
     */
    public String check(String given) throws UsageException {
        if (given == null || !accepts.test(given)) {
            throw new UsageException(flag + " takes " + takes + (given == null ? "" : ", not: " + given));
        }
        return given;
    }

    /** Its line in the usage. */
    @Override
    public String toString() {
        String note = standard.isEmpty() ? "" : " (" + standard + ")";
        return String.format("  %-26s %s%s%n", flag + ' ' + value, meaning, note);
    }
}
