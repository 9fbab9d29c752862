package serviceone.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import serviceone.meter.Mode;
import serviceone.soak.Outcomes.Outcome;

/**
 * What {@code ./build.sh soak} runs: each mode in turn, for so many minutes, among clients of all kinds and with faults
 * of service two: load, a quiet moment, load, a quiet moment; and what must be the same in both. The exit code is 1
 * where a check failed. Ends, with both services, when the script does that started it.
 */
public final class Soak {
    private static final String USAGE = "usage: ./build.sh soak [MINUTES] [MODE...]; MINUTES from 1 to 600 (1),"
            + " MODE one of " + Stream.of(Mode.values()).map(Mode::label).collect(Collectors.joining(", ")) + " (all)";
    private static final String MINUTES = "[1-9]|[1-9]\\d|[1-5]\\d\\d|600";
    private static final Path PROC = Path.of("/proc/self/fd");
    private static final int MINUTE_SECONDS = 60;
    /** Of a single minute: by then the pool has all its threads, and service two its full speed. */
    private static final int FIRST_SECONDS = 20;
    /** Connections to service two are given up after 20 s; a loaded machine may need longer for what is in flight. */
    private static final long MOST_QUIET_SECONDS = 60;
    private static final int LOOK_MILLIS = 200;
    private static final int LOOKS = 3;
    private static final int HONEST_PAUSE_MILLIS = 500;
    private static final long USERS_OF_SERVICE_TWO = 999_999_999;
    /** About 90 honest requests a second come where there is time for them; a soak without them would show nothing. */
    private static final long FEWEST_PER_SECOND = 10;

    private static int passed;
    private static int failed;

    private final String mode;
    private final int minutes;
    private final SoakedServices services;
    private final Crowd crowd;
    private final Outcomes outcomes = new Outcomes();
    private final LongAdder excess = new LongAdder();
    private long fewestPerSecond = Long.MAX_VALUE;

    private Soak(Mode mode, int minutes, SoakedServices services, Crowd crowd) {
        this.mode = mode.label();
        this.minutes = minutes;
        this.services = services;
        this.crowd = crowd;
    }

    public static void main(String[] arguments) throws Exception {
        ProcessHandle.current().parent().ifPresent(script -> script.onExit().thenRun(() -> System.exit(1)));
        List<String> words = new ArrayList<>(List.of(arguments));
        int minutes = !words.isEmpty() && words.getFirst().matches(MINUTES) ? Integer.parseInt(words.removeFirst()) : 1;
        List<Mode> modes = words.isEmpty() ? List.of(Mode.values()) : words.stream().map(Soak::mode).toList();
        if (!Files.isDirectory(PROC)) {
            System.err.println("soak: no " + PROC + ", from which descriptors and threads are counted: it needs Linux");
            System.exit(2);
        }
        for (Mode mode : modes) {
            try (SoakedServices services = new SoakedServices(mode); Crowd crowd = new Crowd(services.port)) {
                new Soak(mode, minutes, services, crowd).run();
            }
        }
        System.out.println(passed + " passed, " + failed + " failed");
        System.exit(failed == 0 && passed > 0 ? 0 : 1);
    }

    private static Mode mode(String word) {
        return Stream.of(Mode.values()).filter(each -> each.label().equals(word)).findFirst().orElseGet(() -> {
            System.err.println("soak: no such mode, nor a number of minutes: " + word + System.lineSeparator() + USAGE);
            System.exit(1);
            return null;
        });
    }

    private void run() throws Exception {
        say("%s: %d minutes, service one has pid %d", mode, minutes, services.one.pid());
        letIn();
        int seconds = minutes == 1 ? FIRST_SECONDS : MINUTE_SECONDS;
        load(seconds, seconds);
        Footprint first = pauseAndLook();
        crowd.goOn();
        while (seconds < minutes * MINUTE_SECONDS) {
            int part = Math.min(MINUTE_SECONDS, minutes * MINUTE_SECONDS - seconds);
            seconds += part;
            load(part, seconds);
        }
        Footprint last = pauseAndLook();
        crowd.goOn();
        checkOutcomes();
        last.growthSince(first).forEach((figure, isFlat) -> check(isFlat, figure));
        check(services.one.terminate().exitCode() == 0, "stops with exit code 0");
    }

    /** A few hundred requests a second, of which the honest ones are half. */
    private void letIn() {
        HonestClient honest = new HonestClient(USERS_OF_SERVICE_TWO, outcomes, HONEST_PAUSE_MILLIS);
        crowd.add(24, honest, HONEST_PAUSE_MILLIS).add(2, honest::visitInHttp10, 1_000)
                .add(8, HostileClients::slow, 1_000).add(2, HostileClients::broken, 200)
                .add(4, HostileClients::vanishing, 400).add(1, HostileClients::deaf, 5_000)
                .add(1, HostileClients.excess(SoakedServices.MOST_CONNECTIONS, excess), 10_000);
    }

    /** Lets the clients do for so long, and says where that has led. */
    private void load(int forSeconds, int sinceStart) throws Exception {
        long before = outcomes.requests();
        TimeUnit.SECONDS.sleep(forSeconds);
        long perSecond = (outcomes.requests() - before) / forSeconds;
        fewestPerSecond = Math.min(fewestPerSecond, perSecond);
        say("%s %4d s: %,d requests (%d/s), %,d answered, %,d refused, %,d failed by faults, %,d sent again, %,d met a"
                + " close, %d bad; %s", mode, sinceStart, outcomes.requests(), perSecond,
                outcomes.of(Outcome.ANSWERED), outcomes.of(Outcome.REFUSED), outcomes.of(Outcome.FAILED),
                outcomes.of(Outcome.SENT_AGAIN), outcomes.of(Outcome.MET_A_CLOSE), outcomes.bad(),
                Footprint.of(services));
    }

    /** What service one holds when nobody has asked for anything for as long as it keeps things. */
    private Footprint pauseAndLook() throws Exception {
        crowd.pause();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_QUIET_SECONDS);
        while (System.nanoTime() < end && !isQuiet()) {
            Thread.sleep(LOOK_MILLIS);
        }
        Footprint least = Footprint.of(services);
        for (int look = 1; look < LOOKS; look++) {
            Thread.sleep(LOOK_MILLIS);
            least = least.least(Footprint.of(services));
        }
        return least;
    }

    private boolean isQuiet() throws IOException {
        return Footprint.pooled(services) == 0 && Footprint.connections(services) == 0;
    }

    private void checkOutcomes() {
        outcomes.words().forEach(words -> say("%s: %s", mode, words));
        long served = outcomes.of(Outcome.ANSWERED) + outcomes.of(Outcome.FAILED);
        check(outcomes.bad() == 0, "of %,d honest requests %,d lost, %,d mixed up, %,d out of order, %,d wrong",
                outcomes.requests(), outcomes.of(Outcome.LOST), outcomes.of(Outcome.MIXED_UP),
                outcomes.of(Outcome.OUT_OF_ORDER), outcomes.of(Outcome.WRONG));
        check(fewestPerSecond >= FEWEST_PER_SECOND, "at least %d of them a second in each minute", fewestPerSecond);
        check(SoakedServices.explain(outcomes.of(Outcome.FAILED), served), "%.2f %% failed, as service two's faults and"
                + " chance explain", 100.0 * outcomes.of(Outcome.FAILED) / served);
        check(served > outcomes.of(Outcome.REFUSED) && excess.sum() > 0, "%,d honest ones were refused, and %,d"
                + " connections in excess", outcomes.of(Outcome.REFUSED), excess.sum());
        check(outcomes.of(Outcome.MET_A_CLOSE) == 0, "%,d met the close of their kept connection",
                outcomes.of(Outcome.MET_A_CLOSE));
    }

    private void check(boolean holds, String format, Object... values) {
        say("%s%s: %s", holds ? "ok      " : "FAILED  ", mode, String.format(Locale.ROOT, format, values));
        passed += holds ? 1 : 0;
        failed += holds ? 0 : 1;
    }

    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
