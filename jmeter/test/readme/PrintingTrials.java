package readme;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Set;
import testing.Program;

/** Tries the commands that print something and end. Stateless. */
final class PrintingTrials {
    private static final Set<Integer> OK = Set.of(0);
    /** A machine that lacks something for a class is no fault of the README's. */
    private static final Set<Integer> OK_OR_SOMETHING_IS_MISSING = Set.of(0, 2);

    private PrintingTrials() {
    }

    static void asItIs(ReadmeCommand command) throws Exception {
        prints(command.program(), command.arguments(), OK);
    }

    static void doctor(ReadmeCommand command) throws Exception {
        prints(command.program(), command.arguments(), OK_OR_SOMETHING_IS_MISSING);
    }

    /**
     * What would measure for minutes prints its plan instead, which takes reading all of its options. A guess, which
     * no plan goes with, is asked for on a terminal.
     */
    static void plan(ReadmeCommand command) throws Exception {
        Arguments arguments = command.arguments().without("--guess");
        prints(command.program(), arguments.has("--list") || arguments.has("--plan") ? arguments
                : arguments.and("--plan"), OK);
    }

    static void prints(String program, Arguments arguments, Set<Integer> exitCodes) throws Exception {
        try (Program script = Program.script(program, arguments.array())) {
            int exitCode = script.exitCode();
            assertTrue(exitCodes.contains(exitCode), "exit code " + exitCode + ": " + script.output());
            assertTrue(!script.standardOutput().isBlank(), "it printed nothing: " + script.output());
            assertEquals(false, script.output().contains("Exception in thread"), script.output());
        }
    }
}
