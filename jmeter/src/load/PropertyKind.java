package load;

import common.commandline.UsageException;
import common.io.HostPort;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a plan's property takes, as far as its name or its default tells. Immutable. */
enum PropertyKind {
    PORT("a port, 1 to 65535", value -> HostPort.isPort(value) && Integer.parseInt(value) > 0),
    ARRIVALS("random or even", value -> value.matches("random|even")),
    POSITIVE("a whole number from 1", value -> value.matches("0*[1-9]\\d{0,8}")),
    RATE("a number above 0", value -> value.matches("(?=.*[1-9])\\d{1,9}(\\.\\d{1,9})?")),
    WHOLE("a whole number", value -> value.matches("\\d{1,9}")),
    DECIMAL("a number", value -> value.matches("\\d{1,9}(\\.\\d{1,9})?")),
    BOOLEAN("true or false", value -> value.matches("true|false")),
    TEXT("a text", value -> true);

    private final String what;
    private final Predicate<String> accepts;

    PropertyKind(String what, Predicate<String> accepts) {
        this.what = what;
        this.accepts = accepts;
    }

    /** By its name, in whosever plan, but only where the plan's own default is of that kind. */
    static PropertyKind of(String name, String byDefault) {
        PropertyKind named = switch (name) {
            case "port" -> PORT;
            case "arrivals" -> ARRIVALS;
            case "users", "seconds", "loops", "connect_ms", "response_ms" -> POSITIVE;      // 0 ms would be for ever
            case "rate" -> RATE;
            default -> TEXT;
        };
        return named != TEXT && named.accepts(byDefault) ? named : ofDefault(byDefault);
    }

    private static PropertyKind ofDefault(String byDefault) {
        return Stream.of(WHOLE, DECIMAL, BOOLEAN).filter(kind -> kind.accepts(byDefault)).findFirst().orElse(TEXT);
    }

    boolean accepts(String value) {
        return accepts.test(value);
    }

    void check(String property, String value) throws UsageException {
        if (!accepts(value)) {
            throw new UsageException("-J" + property + " takes " + what + ", not: " + value);
        }
    }
}
