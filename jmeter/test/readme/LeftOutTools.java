package readme;

import java.util.Map;
import java.util.Optional;

/** What READMEs show and no test runs, with the reason. A tool that is new in a README fails until it is here. */
final class LeftOutTools {
    private static final Map<String, String> REASONS = Map.of(
            "perf", "it needs a service under load, and a kernel that lets this user count",
            "jcmd", "it is told the pid that the command before it was told",
            "wrk", "it is not everywhere, and measures for as long as it is told",
            "mvn", "it needs a network",
            "mkdir", "the same line copies a file between two machines",
            "scp", "it needs another machine",
            "ssh", "it needs another machine");
    private static final String SCRIPT = "it is a part of a script, whose lines share variables";

    private LeftOutTools() {
    }

    /** Why a line of a README is not run; empty where it is to be. */
    static Optional<String> reason(String line) {
        return line.contains("$(") || line.matches("\\w+\\(\\) .*") ? Optional.of(SCRIPT)
                : Optional.ofNullable(REASONS.get(line.split(" ", 2)[0]));
    }
}
