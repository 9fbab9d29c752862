package common.commandline;

import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * One option of a command. Immutable.
 *
 * @param name    with its dashes; one that ends with a dot stands for every option that begins with it
 * @param takes   what its value is, in words; empty for a flag, which has none
 * @param accepts whether a value is that
 */
public record Option(String name, String takes, Predicate<String> accepts) {
    /** {@code -Jname=value}, as JMeter has it. */
    public static final Option PROPERTY = text("-J", "a property: -Jname=value");

    public static Option flag(String name) {
        return text(name, "");
    }

    public static Option text(String name, String takes) {
        return new Option(name, takes, value -> true);
    }

    /** @param what such as: a number of seconds */
    public static Option number(String name, String what, int least, int most) {
        return new Option(name, what + " from " + least + " to " + most, value -> isNumber(value, least, most));
    }

    /** Numbers separated by commas or blanks; possibly none. */
    public static Option numbers(String name, String what, int least, int most) {
        return new Option(name, what + " from " + least + " to " + most + ", or several, separated by commas",
                list -> Stream.of(list.split("[,\\s]+")).allMatch(each -> each.isEmpty()
                || isNumber(each, least, most)));
    }

    private static boolean isNumber(String value, int least, int most) {
        return value.matches("\\d{1,9}") && Integer.parseInt(value) >= least && Integer.parseInt(value) <= most;
    }

    boolean isFlag() {
        return takes.isEmpty();
    }

    /** The name as usage has it. */
    public String label() {
        return name.endsWith(".") ? name + "NAME" : name;
    }

    boolean isNamed(String given) {
        return name.endsWith(".") ? given.startsWith(name) && given.length() > name.length() : name.equals(given);
    }
}
