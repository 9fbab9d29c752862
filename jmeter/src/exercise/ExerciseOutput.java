package exercise;

import module java.base;
import common.commandline.Tool;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;

/** Prints what a check finds and what the learner's code prints. */
record ExerciseOutput(PrintStream out, Set<String> shown) {
    private static final int MOST_SHOWN_LINES = 20;
    private static final int MOST_SHOWN_CHARS = 200;
    private static final String INDENT = "          ";

    ExerciseOutput(PrintStream out) {
        this(out, new HashSet<>());
    }

    void line(Outcome outcome, String text) {
        out.println(outcome.label + String.join("\n", Tool.lines(INDENT, text)).substring(outcome.label.length()));
    }

    void indented(String text) {
        text.lines().flatMap(line -> Tool.lines(INDENT, line).stream()).forEach(out::println);
    }

    void show(Result result, boolean isFirst) {
        line(result.outcome(), result.check() + (result.tried() == 0 ? "" : String.format(" (%,d tried)",
                result.tried())));
        indented(result.found());
        indented(isFirst && !result.hint().isEmpty() ? "Hint: " + result.hint() : "");
    }

    /** Not everything that a loop prints. */
    void print(String printed) {
        if (shown.size() < MOST_SHOWN_LINES && shown.add(printed)) {
            out.println("    | " + printed.substring(0, Math.min(printed.length(), MOST_SHOWN_CHARS)));
            out.print(shown.size() == MOST_SHOWN_LINES ? "    | … further output is not shown\n" : "");
        }
    }
}
