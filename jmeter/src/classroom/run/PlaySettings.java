package classroom.run;

import common.commandline.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;

/**
 * What somebody at free play wants to see: service one as one contender, under one load. Immutable.
 *
 * @param threads    of the pool; 0 in the other modes, which have none
 * @param users      of a closed loop; 0 where a rate is given
 * @param rate       arrivals per second of an open loop; 0 where users are given
 * @param delay      milliseconds of service two's first call
 * @param stageDelay milliseconds of each of its three others
 * @param jvm        options for the JVM of service one, separated by blanks
 */
public record PlaySettings(String mode, int threads, int users, int rate, String path, int delay, int stageDelay,
        String jvm) {
    private static final int MOST_THREADS = 10_000;
    private static final int MOST_USERS = 10_000;
    private static final int MOST_RATE = 20_000;
    private static final int MOST_MILLIS = 10_000;
    private static final int LONGEST_TEXT = 200;
    /** What shows something of a mode. Of the JVM's other options many write files, and some start programs. */
    private static final List<String> JVM = List.of("-XmsSIZE", "-XmxSIZE", "-XmnSIZE", "-XssSIZE",
            "-XX:[+-]Use(Parallel|Serial|G1|Z|Shenandoah)GC", "-XX:MaxGCPauseMillis=N", "-XX:ParallelGCThreads=N",
            "-XX:[+-]UseCompactObjectHeaders", "-XX:ActiveProcessorCount=N", "-XX:TieredStopAtLevel=N",
            "-Djdk.virtualThreadScheduler.(parallelism|maxPoolSize|minRunnable)=N", "-Djdk.pollerMode=N");
    private static final Pattern JVM_OPTION = Pattern.compile(String.join("|", JVM).replace(".", "\\.")
            .replace("SIZE", "[0-9]{1,9}[kmgKMG]?").replace("=N", "=[0-9]{1,9}"));
    private static final int WARMUP_SECONDS = 8;
    private static final int SECONDS = 5;
    private static final int DRAIN_SECONDS = 5;

    /** @throws UsageException where it cannot be run; says what can */
    void check() throws UsageException {
        check(Contender.MODES.contains(mode), "mode is one of pool, loom and async");
        check(mode.equals("pool") ? threads >= 1 && threads <= MOST_THREADS : threads == 0,
                "threads: a pool has 1 to 10,000, the other modes take none");
        check(users >= 0 && users <= MOST_USERS, "users: from 1 to 10,000, or 0 for arrivals at a rate");
        check(rate >= 0 && rate <= MOST_RATE, "rate: from 1 to 20,000 a second, or 0 for users");
        check((users == 0) != (rate == 0), "either users or a rate: one of the two is 0, and the other is not");
        check(path.matches("/[A-Za-z0-9/_.~?=&%-]{0,100}"), "path: a route of service one, such as /meetings");
        check(isMillis(delay) && isMillis(stageDelay), "delay and stageDelay: from 0 to 10,000 ms");
        check(jvm.length() <= LONGEST_TEXT && jvm.matches("[ -~]*"), "jvm: at most 200 characters, in one line");
        for (String word : words(jvm)) {
            check(JVM_OPTION.matcher(word).matches(), "jvm: takes these, not " + word + ": " + String.join(" ", JVM)
                    + " (SIZE as in 256m; a collector beside -XX:-UseParallelGC, which is the one that is on)");
        }
    }

    private static void check(boolean right, String takes) throws UsageException {
        if (!right) {
            throw new UsageException(takes);
        }
    }

    private static boolean isMillis(int value) {
        return value >= 0 && value <= MOST_MILLIS;
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split(" +"));
    }

    /** As an experiment's file has it. */
    String contender() {
        List<String> words = new ArrayList<>(List.of(mode));
        if (threads > 0) {
            words.addAll(List.of("--threads", Integer.toString(threads)));
        }
        if (!jvm.isBlank()) {
            words.add("|");
            words.addAll(words(jvm));
        }
        return String.join(" ", words);
    }

    /** A name for the contender, of which an experiment may have several. */
    String contenderName() {
        return threads > 0 ? mode + "-" + threads : mode;
    }

    /** {@code users} or {@code rate}. */
    String loadKey() {
        return users > 0 ? "users" : "rate";
    }

    String loadValue() {
        return Integer.toString(users > 0 ? users : rate);
    }

    /** What all rows have in common, as an experiment's file has it. */
    static Map<String, String> durations() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("warmup", Integer.toString(WARMUP_SECONDS));
        keys.put("seconds", Integer.toString(SECONDS));
        keys.put("drain", Integer.toString(DRAIN_SECONDS));
        return keys;
    }

    /** The experiment that shows it, once. */
    Experiment experiment() throws UsageException {
        Map<String, String> keys = durations();
        keys.putAll(Map.of("repeat", "1", "path", path, loadKey(), loadValue(), "delay", Integer.toString(delay),
                "stage-delay", Integer.toString(stageDelay), "contender." + contenderName(), contender()));
        return ExperimentFile.parse("free-play", "# Free play", keys);
    }
}
