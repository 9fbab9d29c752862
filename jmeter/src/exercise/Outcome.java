package exercise;

import common.commandline.Tool.ExitCode;

public enum Outcome {
    PASSED("passed", ExitCode.OK),
    /** Exit code USAGE, because the user must change something. */
    NOT_YET("not yet", ExitCode.USAGE),
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
