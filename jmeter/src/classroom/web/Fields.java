package classroom.web;

import common.commandline.UsageException;
import java.util.Map;

/** The members of a request's JSON object; one that is missing or of another type is refused. Used by one thread. */
record Fields(Map<?, ?> members) {

    double number(String name) throws UsageException {
        if (members.get(name) instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        throw new UsageException(name + " takes a number");
    }

    int whole(String name) throws UsageException {
        double number = number(name);
        if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
            throw new UsageException(name + " takes a whole number");
        }
        return (int) number;
    }

    /** False where it is missing. */
    boolean flag(String name) throws UsageException {
        Object value = members.get(name);
        if (value != null && !(value instanceof Boolean)) {
            throw new UsageException(name + " takes true or false");
        }
        return value instanceof Boolean truth && truth;
    }

    /** Empty where it is missing. */
    String text(String name) throws UsageException {
        Object value = members.get(name);
        if (value != null && !(value instanceof String)) {
            throw new UsageException(name + " takes a text");
        }
        return value instanceof String text ? text : "";
    }
}
