package exercise;

import common.commandline.Tool.ExitCode;

/** How a check ends. */
public enum Outcome {
    PASSED("passed", ExitCode.OK),
    /** Exit code 1 also means that the command line is wrong: in both cases the user must act. */
    NOT_YET("not yet", ExitCode.USAGE),
    /** The measurement proves nothing, for a reason that is not the learner's. */
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
