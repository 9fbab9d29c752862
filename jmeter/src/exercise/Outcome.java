package exercise;

import common.commandline.Tool.ExitCode;

/** How a check ends. */
public enum Outcome {
    PASSED("passed", ExitCode.OK),
    /** The code 1 also says that the command line is wrong: either way it is the person's turn. */
    NOT_YET("not yet", ExitCode.USAGE),
    /** What was measured proves nothing, for a reason that is not the learner's. */
    CANNOT_JUDGE("cannot judge", ExitCode.FAILED);

    private final String words;
    private final ExitCode exitCode;

    Outcome(String words, ExitCode exitCode) {
        this.words = words;
        this.exitCode = exitCode;
    }

    public String words() {
        return words;
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
