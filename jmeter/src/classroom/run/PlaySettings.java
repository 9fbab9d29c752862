package classroom.run;

import module java.base;
import classroom.page.Posted;
import common.commandline.UsageException;
import common.mode.Mode;
import experiment.Experiment;

/**
 * The settings of a run in free play.
 *
 * @param threads    0 unless the mode is a pool
 * @param users      0 in an open loop
 * @param rate       arrivals per second; 0 in a closed loop
 * @param delay      milliseconds of a request's first call to service two
 * @param stageDelay milliseconds of each later call
 */
public record PlaySettings(String mode, int threads, int users, int rate, String path, int delay,
        int stageDelay, String jvm) {
    /** Many other options write files, and some start programs. */
    private static final List<String> ALLOWED = List.of(
            "-XmsSIZE", "-XmxSIZE", "-XmnSIZE", "-XssSIZE",
            "-XX:[+-]Use(Parallel|Serial|G1|Z|Shenandoah)GC", "-XX:MaxGCPauseMillis=N",
            "-XX:ParallelGCThreads=N", "-XX:[+-]UseCompactObjectHeaders",
            "-XX:ActiveProcessorCount=N", "-XX:TieredStopAtLevel=N",
            "-Djdk.virtualThreadScheduler.(parallelism|maxPoolSize|minRunnable)=N",
            "-Djdk.pollerMode=N");
    private static final Pattern JVM_OPTION =
            Pattern.compile(String.join("|", ALLOWED).replace(".", "\\.")
            .replace("SIZE", "[0-9]{1,9}[kmgKMG]?").replace("=N", "=[0-9]{1,9}"));

    public static PlaySettings of(Posted fields) {
        return new PlaySettings(fields.text("mode"), fields.whole("threads"), fields.whole("users"),
                fields.whole("rate"), fields.text("path"), fields.whole("delay"),
                fields.whole("stageDelay"), fields.text("jvm"));
    }

    private void check() {
        Mode known = Mode.of(mode).orElseThrow(() ->
                new UsageException("mode is one of " + String.join(", ", Mode.labels())));
        check(known.isBoundedByThreads() ? threads > 0 && threads <= 10_000 : threads == 0,
                "threads: from 1 to 10,000 for a pool, 0 for the other modes");
        check(users >= 0 && users <= 10_000,
                "users: from 1 to 10,000, or 0 for arrivals at a rate");
        check(rate >= 0 && rate <= 20_000, "rate: from 1 to 20,000 a second, or 0 for users");
        check((users == 0) != (rate == 0),
                "either users or a rate: exactly one of the two must be 0");
        check(path.matches("/[A-Za-z0-9/_.~?=&%-]{0,100}"),
                "path: a route of service one, such as /meetings");
        check(Math.min(delay, stageDelay) >= 0 && Math.max(delay, stageDelay) <= 10_000,
                "delay and stageDelay: from 0 to 10,000 ms");
        check(jvm.matches("[ -~]{0,200}"), "jvm: at most 200 characters, in one line");
        for (String word : jvm.isBlank() ? new String[0] : jvm.strip().split(" +")) {
            check(JVM_OPTION.matcher(word).matches(),
                    "jvm: " + word + " is not allowed. Allowed are " + String.join(" ", ALLOWED)
                    + ". SIZE is a size such as 256m. A collector "
                    + "other than Parallel also needs -XX:-UseParallelGC");
        }
    }

    private static void check(boolean isAllowed, String whatIsAllowed) {
        if (!isAllowed) {
            throw new UsageException(whatIsAllowed);
        }
    }

    Experiment experiment() {
        check();
        String pool = threads > 0 ? "-" + threads + " = " + mode + " --threads " + threads
                : " = " + mode;
        String options = jvm.isBlank() ? "" : " | " + jvm.strip();
        return Experiment.parse("free-play", String.join("\n", "# Free play", "warmup = 8",
                "seconds = 5", "drain = 5", "repeat = 1", "delay = " + delay,
                "stage-delay = " + stageDelay, "path = " + path,
                users > 0 ? "users = " + users : "rate = " + rate,
                "contender." + mode + pool + options) + "\n", Map.of());
    }
}
