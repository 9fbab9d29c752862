package common.commandline;

import java.util.function.Predicate;

/**
 * One option of a command.
 *
 * @param name     with its dashes. {@code --contender.} stands for all options that start with it
 * @param value    the placeholder in the usage, such as {@code PORT}; empty for a flag
 * @param standard the default value, or a description; empty if there is none
 * @param takes    what a valid value is; empty for a flag
 * @param meaning  the explanation in the usage; an option without one is not listed
 */
public record Option(String name, String value, String standard, String takes, Predicate<String> accepts,
        String meaning) {
    public static Option flag(String name, String meaning) {
        return text(name, "", "", "", meaning);
    }

    public static Option text(String name, String value, String standard, String takes, String meaning) {
        return new Option(name, value, standard, takes, _ -> true, meaning);
    }

    /** @param value the placeholder; {@code MS}, {@code S} and {@code SECONDS} are also the unit in messages */
    public static Option number(String name, String value, Object standard, int least, int most, String meaning) {
        String what = switch (value) {
            case "MS" -> "a number of milliseconds";
            case "S", "SECONDS" -> "a number of seconds";
            default -> "a number";
        };
        return new Option(name, value, standard.toString(), what + " from " + least + " to " + most,
                text -> isNumber(text, least, most), meaning);
    }

    private static boolean isNumber(String text, int least, int most) {
        return text.matches("[0-9]{1,10}") && Long.parseLong(text) >= least && Long.parseLong(text) <= most;
    }

    boolean isFlag() {
        return takes.isEmpty();
    }

    boolean isShort() {
        return name.length() == 2;
    }

    public String check(String given) {
        if (!accepts.test(given)) {
            throw new UsageException(name + " takes " + takes + ", not: " + (given.isEmpty() ? "nothing" : given));
        }
        return given;
    }

    public String label() {
        return name.endsWith(".") ? name + "NAME" : name;
    }

    String synopsis() {
        return isShort() ? name + value : (label() + ' ' + value).strip();
    }

    public boolean isNamed(String given) {
        return name.endsWith(".") ? given.startsWith(name) && given.length() > name.length() : name.equals(given);
    }
}
