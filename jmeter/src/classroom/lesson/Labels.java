package classroom.lesson;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Contender;

/** What people call a contender. Stateless. */
final class Labels {
    private static final String CARRIERS = "-Djdk.virtualThreadScheduler.parallelism=";

    /** Of the pool whose size is the answer to a question: its name stands there before the answer. */
    static final String ASKED_FOR = "pool-asked-for";

    private Labels() {
    }

    /** {@code pool of 200}, {@code a virtual thread each}, {@code event loops}, and what is special about it. */
    static String of(Contender contender) {
        return contender.name().equals(ASKED_FOR) ? "the pool that is asked for" : ofItsOptions(contender);
    }

    private static String ofItsOptions(Contender contender) {
        List<String> rest = contender.arguments();
        String special = Stream.of(with(value(rest, "--max-calls"), "at most %,d calls"),
                with(carriers(contender), "%,d carriers")).filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
        String mode = mode(contender.mode(), value(rest, "--threads"));
        return special.isEmpty() ? mode : mode.replace("a virtual thread each", "virtual threads") + ", " + special;
    }

    private static String mode(String mode, String threads) {
        return switch (mode) {
            case "pool" -> with(threads.isEmpty() ? "200" : threads, "pool of %,d");
            case "loom" -> "a virtual thread each";
            case "async" -> "event loops";
            default -> "a program of your own";
        };
    }

    private static String value(List<String> arguments, String option) {
        int at = arguments.indexOf(option);
        return at < 0 ? "" : arguments.get(at + 1);
    }

    private static String carriers(Contender contender) {
        return contender.jvmOptions().stream().filter(option -> option.startsWith(CARRIERS))
                .map(option -> option.substring(CARRIERS.length())).findFirst().orElse("");
    }

    private static String with(String number, String text) {
        return number.isEmpty() ? "" : String.format(Locale.ROOT, text, Integer.parseInt(number));
    }
}
