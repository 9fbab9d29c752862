package jmeter.plan;

import commandline.UsageException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import jmeter.remote.HostPort;

/** What a plan's property takes, as far as its name or its default tells. Immutable. */
enum PropertyKind {
    PORT("a port, 1 to 65535", value -> HostPort.port(value) > 0),
    ARRIVALS("random or even", value -> value.matches("random|even")),
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

    static PropertyKind of(String name, String byDefault) {
        return switch (name) {
            case "port" -> PORT;
            case "arrivals" -> ARRIVALS;
            default -> ofDefault(byDefault);
        };
    }

    private static PropertyKind ofDefault(String byDefault) {
        return Stream.of(WHOLE, DECIMAL, BOOLEAN).filter(kind -> kind.accepts.test(byDefault)).findFirst().orElse(TEXT);
    }

    void check(String property, String value) throws UsageException {
        if (!accepts.test(value)) {
            throw new UsageException("-J" + property + " takes " + what + ", not: " + value);
        }
    }
}
