package exercise.harness;

import common.commandline.Tool.ExitCode;

public enum Outcome {
    PASSED("passed", "ok", ExitCode.OK),
    /** Exit code USAGE, because the user must change something. */
    NOT_YET("not yet", "not yet", ExitCode.USAGE),
    CANNOT_JUDGE("cannot judge", "unclear", ExitCode.FAILED);

    public final String words;
    /** In front of a single check or goal. */
    public final String label;
    public final ExitCode exitCode;

    Outcome(String words, String label, ExitCode exitCode) {
        this.words = words;
        this.label = label;
        this.exitCode = exitCode;
    }
}
