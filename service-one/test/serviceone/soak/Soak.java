package serviceone.soak;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import serviceone.meter.Mode;
import serviceone.soak.Outcomes.Outcome;
import testing.AtOnce;
import testing.Program;

/**
 * What {@code ./build.sh soak} runs: the modes side by side, for so many minutes, among clients of all kinds and with
 * faults of service two: load, a quiet moment, load, a quiet moment; and what must be the same in all of these. Each
 * service is a JVM of its own, which ends with its standard input, so also when the soak is killed. The exit code is 1
 * where a check failed.
 */
public final class Soak {
    private static final String USAGE =
            "usage: ./build.sh soak [MINUTES] [MODE...]; MINUTES from 1 to 600 (1), MODE one of loom, pool, async (all)";
    private static final double ERRORS = 0.02;
    private static final double HANGS = 0.01;
    private static final double RESETS = 0.01;
    private static final int CALLS = 4;
    /** In standard deviations: once in 16,000 runs chance goes further. */
    private static final int DEVIATIONS = 4;
    private static final int MOST_CONNECTIONS = 120;
    /** So that the collector has to work, and what is kept by mistake is in its way; and idle things are soon gone. */
    private static final List<String> JVM = List.of("JDK_JAVA_OPTIONS=-Xmx256m -Dpool.idle.millis=1000");
    private static final long SETTLED_MILLIS = 2_000;      // longer than service one keeps a connection to service two
    private static final long MOST_QUIET_MILLIS = 60_000;
    /** Of a single minute: by then the pool has all its threads, and service two its full speed. */
    private static final int FIRST_SECONDS = 20;
    private static final int MINUTE_SECONDS = 60;
    private static final int PAUSE_MILLIS = 500;
    /** About 90 honest requests a second come where there is time for them; a soak without them would show nothing. */
    private static final long FEWEST_PER_SECOND = 10;

    private static final AtomicInteger PASSED = new AtomicInteger();
    private static final AtomicInteger FAILED = new AtomicInteger();

    private final String mode;
    private final Program one;
    private final int port;
    private final URI statusPage;
    private final Outcomes outcomes = new Outcomes();
    private final HonestClient honest = new HonestClient(new AtomicLong(), outcomes, PAUSE_MILLIS);
    private final LongAdder excess = new LongAdder();

    private Soak(Mode mode, Program one) throws Exception {
        this.mode = mode.label();
        this.one = one;
        port = one.awaitPort("one");
        statusPage = URI.create(one.output().split("status page ")[1].split("[,)]")[0]);
    }

    public static void main(String[] arguments) throws Exception {
        ProcessHandle.current().parent().ifPresent(script -> script.onExit().thenRun(() -> System.exit(1)));
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean timed = !words.isEmpty() && words.getFirst().matches("[1-9]|[1-9]\\d|[1-5]\\d\\d|600");
        int minutes = timed ? Integer.parseInt(words.removeFirst()) : 1;
        List<Mode> modes = Stream.of(Mode.values()).filter(each -> words.isEmpty() || words.contains(each.label()))
                .toList();
        if (modes.size() < words.size()) {
            System.err.println("soak: no such mode, nor a number of minutes: " + words + System.lineSeparator() + USAGE);
            System.exit(1);
        }
        if (!Files.isDirectory(Path.of("/proc/self/fd"))) {
            System.err.println("soak: no /proc, where descriptors are counted: it needs Linux");
            System.exit(2);
        }
        AtOnce.run(modes.stream().map(mode -> () -> soak(mode, minutes)));
        System.out.println(PASSED + " passed, " + FAILED + " failed");
        System.exit(FAILED.get() == 0 && PASSED.get() > 0 ? 0 : 1);
    }

    private static void soak(Mode mode, int minutes) throws Exception {
        String until = "--until-stdin-closes";
        try (Program two = Program.java(JVM, "service-two", "servicetwo.ServiceTwo", until, "--port=0", "--delay=5",
                "--stage-delay=10", "--jitter=20", "--slow-start=10", "--error-percent=" + percent(ERRORS),
                "--hang-percent=" + percent(HANGS), "--reset-percent=" + percent(RESETS));
                Program one = Program.java(JVM, "service-one", "serviceone.ServiceOne", mode.label(), until, "--port=0",
                        "--admin-port=0", "--service-two=127.0.0.1:" + two.awaitPort("two"), "--threads=32",
                        "--answer-timeout=2000", "--request-timeout=2000", "--write-timeout=1000",
                        "--max-connections=" + MOST_CONNECTIONS)) {
            new Soak(mode, one).run(minutes);
        }
    }

    private static long percent(double share) {
        return Math.round(100 * share);
    }

    private void run(int minutes) throws Exception {
        int seconds = minutes == 1 ? FIRST_SECONDS : MINUTE_SECONDS;
        Footprint first = load(seconds);
        Footprint last = first;
        for (int left = minutes * MINUTE_SECONDS - seconds; left > 0; left -= MINUTE_SECONDS) {
            last = load(Math.min(left, MINUTE_SECONDS));
        }
        checkOutcomes();
        check(last.isFlatSince(first), "%s at first, and in the end %s", first, last);
        check(one.terminate().exitCode() == 0, "stops with exit code 0");
    }

    /** Lets clients do for so long, of a few hundred requests a second half honest ones; returns what that has left. */
    private Footprint load(int seconds) throws Exception {
        long before = outcomes.requests();
        try (Crowd crowd = new Crowd(port)) {
            crowd.add(26, PAUSE_MILLIS, honest::visit).add(8, 1_000, Crowd::slow).add(2, 200, Crowd::broken)
                    .add(4, 400, Crowd::vanishing).add(1, 5_000, Crowd::deaf)
                    .add(1, 10_000, Crowd.excess(MOST_CONNECTIONS, excess));
            TimeUnit.SECONDS.sleep(seconds);
        }
        long perSecond = (outcomes.requests() - before) / seconds;
        awaitQuiet();
        Footprint left = Footprint.of(one.pid(), statusPage);
        say("%s: %s in all; %s", mode, outcomes, left);
        check(perSecond >= FEWEST_PER_SECOND, "%d honest requests a second in %d s", perSecond, seconds);
        return left;
    }

    /** Until nobody is connected, and service one has given up what it had for them: at most a minute. */
    private void awaitQuiet() throws Exception {
        long start = System.currentTimeMillis();
        long settled = start;
        long before = 0;
        while (System.currentTimeMillis() < Math.min(settled + SETTLED_MILLIS, start + MOST_QUIET_MILLIS)) {
            long now = Footprint.descriptors(one.pid());
            if (now != before || Footprint.stat("connections", statusPage) > 0) {
                settled = System.currentTimeMillis();
            }
            before = now;
            Thread.sleep(100);
        }
    }

    private void checkOutcomes() {
        outcomes.words.forEach(words -> say("%s: %s", mode, words));
        long failed = outcomes.of(Outcome.FAILED);
        long served = outcomes.of(Outcome.ANSWERED) + failed;
        check(outcomes.bad() == 0, "%d of %d honest requests were lost, mixed up, out of order or wrong",
                outcomes.bad(), outcomes.requests());
        check(outcomes.requests() == honest.asked().get(), "%d were asked", honest.asked().get());
        check(explain(failed, served), "%d of %d failed, as service two's faults and chance explain", failed, served);
        check(served > outcomes.of(Outcome.REFUSED) && excess.sum() > 0, "%d honest ones were refused, and %d"
                + " connections in excess", outcomes.of(Outcome.REFUSED), excess.sum());
        check(outcomes.of(Outcome.MET_A_CLOSE) == 0, "%d met the close of their kept connection",
                outcomes.of(Outcome.MET_A_CLOSE));
    }

    /**
     * Whether so many failures are explained by the faults, of which one in four calls is enough, and by chance. A
     * reset instead of an answer looks like a pooled connection that had become stale, so service one makes that call
     * once more, on a new connection: the share is least where that is so for all resets, and greatest where for none.
     */
    private static boolean explain(long failed, long requests) {
        double all = ERRORS + HANGS + RESETS;
        double least = 1 - Math.pow(1 - (ERRORS + HANGS + RESETS * all), CALLS);
        double greatest = 1 - Math.pow(1 - all, CALLS);
        double share = (double) failed / requests;
        return share >= least - chance(least, requests) && share <= greatest + chance(greatest, requests);
    }

    private static double chance(double share, long requests) {
        return DEVIATIONS * Math.sqrt(share * (1 - share) / requests);
    }

    private void check(boolean holds, String format, Object... values) {
        say("%s%s: %s", holds ? "ok      " : "FAILED  ", mode, String.format(Locale.ROOT, format, values));
        (holds ? PASSED : FAILED).incrementAndGet();
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
