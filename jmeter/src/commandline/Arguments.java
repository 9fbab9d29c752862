package commandline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Owns what is left of a command line while it is taken apart, and the {@code -Jname=value} that were in it. Used by the
 * main thread.
 */
public final class Arguments {
    private final List<String> arguments;
    private final Map<String, String> properties = new LinkedHashMap<>();
    private int position;

    public Arguments(String... arguments) {
        this.arguments = List.of(arguments);
    }

    public boolean hasNext() {
        return position < arguments.size();
    }

    public String next() {
        return arguments.get(position++);
    }

    /** The value that must follow an option. */
    public String value(String option, String what) throws UsageException {
        if (!hasNext() || arguments.get(position).startsWith("-")) {
            throw new UsageException(option + " takes " + what);
        }
        return next();
    }

    public int number(String option, String what, int least, int most) throws UsageException {
        String value = value(option, what);
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw notANumber(option, what, value);
        }
        throw notANumber(option, what, value);
    }

    private static UsageException notANumber(String option, String what, String value) {
        return new UsageException(option + " takes " + what + ", not " + value);
    }

    /** Takes {@code -Jname=value}, or {@code -J name=value}, which JMeter accepts too. */
    public void takeProperty(String argument) throws UsageException {
        String property = argument.length() > 2 ? argument.substring(2) : value("-J", "a property: -Jname=value");
        int equals = property.indexOf('=');
        if (equals == 0) {
            throw new UsageException("-J takes a property: -Jname=value");
        }
        if (equals < 0 || equals == property.length() - 1) {
            String name = equals < 0 ? property : property.substring(0, equals);
            throw new UsageException("-J" + name + " takes a value: -J" + name + "=value");
        }
        properties.put(property.substring(0, equals), property.substring(equals + 1));
    }

    public Map<String, String> properties() {
        return properties;
    }
}
