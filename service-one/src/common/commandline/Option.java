package common.commandline;

import common.commandline.CommandLine.UsageException;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One option of a command, declared once for the parser, for messages and for the usage.
 *
 * @param name     with its dashes; one that ends with a dot stands for every option that begins with it
 * @param value    what stands for its value in the usage, such as {@code PORT}; empty for a flag
 * @param standard the value where none is given, or words for it; empty if there is none
 * @param takes    what its value is, in words; empty for a flag, which has none
 * @param accepts  whether a value is that
 * @param meaning  what it is for, in the usage; without it, the usage does not have the option
 */
public record Option(String name, String value, String standard, String takes, Predicate<String> accepts,
        String meaning) {
    /** {@code -Jname=value}, as JMeter has it. */
    public static Option property(String meaning) {
        return text("-J", "", "", "a property: -Jname=value", meaning);
    }

    public static Option flag(String name, String meaning) {
        return text(name, "", "", "", meaning);
    }

    public static Option text(String name, String value, String standard, String takes, String meaning) {
        return new Option(name, value, standard, takes, _ -> true, meaning);
    }

    /** @param value {@code MS}, {@code S} and {@code SECONDS} say of what it is a number */
    public static Option number(String name, String value, String standard, int least, int most, String meaning) {
        String what = switch (value) {
            case "MS" -> "a number of milliseconds";
            case "S", "SECONDS" -> "a number of seconds";
            default -> "a number";
        };
        return new Option(name, value, standard, what + " from " + least + " to " + most,
                text -> isNumber(text, least, most), meaning);
    }

    /** Numbers separated by commas or blanks; possibly none. */
    public static Option numbers(String name, String value, String standard, int least, int most, String meaning) {
        return new Option(name, value, standard,
                "a number from " + least + " to " + most + ", or several, separated by commas",
                list -> Stream.of(list.split("[,\\s]+"))
                        .allMatch(each -> each.isEmpty() || isNumber(each, least, most)), meaning);
    }

    private static boolean isNumber(String text, int least, int most) {
        return text.matches("[0-9]{1,10}") && Long.parseLong(text) >= least && Long.parseLong(text) <= most;
    }

    boolean isFlag() {
        return takes.isEmpty();
    }

    boolean isProperty() {
        return name.equals("-J");
    }

    /** The value, if it is one for this option; for a word that stands without the option's name, too. */
    public String check(String given) throws UsageException {
        if (!accepts.test(given)) {
            throw new UsageException(name + " takes " + takes + ", not: " + (given.isEmpty() ? "nothing" : given));
        }
        return given;
    }

    /** The name as messages have it. */
    public String label() {
        return name.endsWith(".") ? name + "NAME" : name;
    }

    /** The name and what stands for its value, as the usage has them. */
    String synopsis() {
        return isProperty() ? "-Jname=value" : (label() + ' ' + value).strip();
    }

    boolean isNamed(String given) {
        return name.endsWith(".") ? given.startsWith(name) && given.length() > name.length() : name.equals(given);
    }
}
