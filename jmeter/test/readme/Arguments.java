package readme;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A command's arguments, of which a test replaces those that name another machine or a well-known port. Immutable. */
record Arguments(List<String> words) {
    /** Of RFC 5737, for documentation: no machine has them; and all of a machine's own, which a test does not open. */
    private static final String ELSEWHERE = "(192\\.0\\.2|198\\.51\\.100|203\\.0\\.113)\\.\\d+|0\\.0\\.0\\.0";

    boolean has(String option) {
        return words.stream().anyMatch(word -> word.equals(option) || word.startsWith(option + '='));
    }

    /** Without this flag, or word. */
    Arguments without(String flag) {
        return new Arguments(words.stream().filter(word -> !word.equals(flag)).toList());
    }

    /** Without this option and its value. */
    Arguments withoutValue(String option) {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals(option)) {
                i++;
            } else if (!words.get(i).startsWith(option + '=')) {
                kept.add(words.get(i));
            }
        }
        return new Arguments(kept);
    }

    Arguments with(String option, Object value) {
        return withoutValue(option).and(option, String.valueOf(value));
    }

    Arguments and(String... more) {
        return new Arguments(Stream.concat(words.stream(), Stream.of(more)).toList());
    }

    Arguments replacing(UnaryOperator<String> change) {
        return new Arguments(words.stream().map(change).toList());
    }

    /** What it says of other machines, or of all of this one's addresses, said of the loopback interface. */
    Arguments onThisMachine() {
        return replacing(word -> word.replaceAll(ELSEWHERE, "127.0.0.1"));
    }

    String[] array() {
        return words.toArray(String[]::new);
    }
}
