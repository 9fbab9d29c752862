package classroom.http;

import java.util.Map;

/** The members of the JSON object that a page has posted; one that is missing or of another type is refused. */
public record JsonFields(Map<?, ?> members) {
    public double number(String name) throws Refusal {
        if (members.get(name) instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        throw takes(name, "a number");
    }

    public int whole(String name) throws Refusal {
        double number = number(name);
        if (number != Math.rint(number) || Math.abs(number) > Integer.MAX_VALUE) {
            throw takes(name, "a whole number");
        }
        return (int) number;
    }

    /** False where it is missing. */
    public boolean flag(String name) throws Refusal {
        return optional(name, Boolean.class, false, "true or false");
    }

    /** Empty where it is missing. */
    public String text(String name) throws Refusal {
        return optional(name, String.class, "", "a text");
    }

    private <T> T optional(String name, Class<T> type, T otherwise, String what) throws Refusal {
        Object value = members.get(name);
        if (value != null && !type.isInstance(value)) {
            throw takes(name, what);
        }
        return value == null ? otherwise : type.cast(value);
    }

    private static Refusal takes(String name, String what) {
        return new Refusal(400, name + " takes " + what);
    }
}
