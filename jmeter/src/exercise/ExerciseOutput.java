package exercise;

import module java.base;
import common.commandline.Tool;
import exercise.harness.Check.Result;

/** Prints what a check finds and what the learner's code prints. */
final class ExerciseOutput {
    private static final int MOST_SHOWN_LINES = 20;
    private static final int MOST_SHOWN_CHARS = 200;
    private static final String INDENT = "          ";
    private final PrintStream out;
    private final Set<String> shown = new HashSet<>();
    private boolean failed;

    ExerciseOutput(PrintStream out) {
        this.out = out;
    }

    /** Only the first mistake has a hint, because it may explain the others. */
    void show(Result result) {
        String what = result.check() + (result.tried() == 0 ? "" : String.format(" (%,d tried)", result.tried()));
        String label = result.outcome().label;
        out.println(label + String.join("\n", Tool.lines(INDENT, what)).substring(label.length()));
        String hint = failed || result.hint().isEmpty() ? "" : "\nHint: " + result.hint();
        (result.found() + hint).lines().flatMap(line -> Tool.lines(INDENT, line).stream()).forEach(out::println);
        failed |= !result.passed();
    }

    /** Not everything that a loop prints. */
    void print(String printed) {
        if (shown.size() < MOST_SHOWN_LINES && shown.add(printed)) {
            out.println("    | " + printed.substring(0, Math.min(printed.length(), MOST_SHOWN_CHARS)));
            out.print(shown.size() == MOST_SHOWN_LINES ? "    | … further output is not shown\n" : "");
        }
    }
}
