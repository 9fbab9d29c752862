package exercise;

import common.commandline.Tool.ExitCode;

public enum Outcome {
    PASSED("passed", ExitCode.OK),
    /** The exit code of a wrong command line, because the user must act in both cases. */
    NOT_YET("not yet", ExitCode.USAGE),
    /** The run proves nothing about the learner's code. */
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
