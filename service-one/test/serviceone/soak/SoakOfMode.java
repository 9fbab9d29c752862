package serviceone.soak;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import serviceone.meter.Mode;

/**
 * One mode's soak: load, a quiet moment, load, a quiet moment; and what must be the same in both. Owns the services and
 * the clients; runs on the main thread, the clients on threads of their own.
 */
final class SoakOfMode implements AutoCloseable {
    private static final int MINUTE_SECONDS = 60;
    /** Of a single minute: by then the pool has all its threads, and service two its full speed. */
    private static final int FIRST_SECONDS = 20;
    /** Connections to service two are given up after 20 s; a loaded machine may need longer for what is in flight. */
    private static final Duration MOST_QUIET = Duration.ofSeconds(60);
    private static final int LOOK_MILLIS = 200;
    private static final int LOOKS = 3;
    private static final int HONEST_PAUSE_MILLIS = 500;
    /** About 90 honest requests a second come where there is time for them; a soak without them would show nothing. */
    private static final long FEWEST_PER_SECOND = 10;

    private final Mode mode;
    private final int minutes;
    private final PrintStream out;
    private final Services services;
    private final Crowd crowd;
    private final Users users = new Users();
    private final Outcomes outcomes = new Outcomes();
    private final LongAdder excess = new LongAdder();
    private long fewestPerSecond = Long.MAX_VALUE;

    SoakOfMode(Mode mode, int minutes, PrintStream out) throws Exception {
        this.mode = mode;
        this.minutes = minutes;
        this.out = out;
        this.services = new Services(mode);
        this.crowd = new Crowd(services.port());
    }

    void run(Checks checks) throws Exception {
        say("%s: %d minutes, service one has pid %d%n", mode.label(), minutes, services.pid());
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
        checkOutcomes(checks);
        checkFigures(checks, first, last);
        checks.check(services.stop() == 0, "%s: stops with exit code 0", mode.label());
    }

    /** A few hundred requests a second, of which the honest ones are half. */
    private void letIn() {
        crowd.add(24, new HonestClient(users, outcomes, HONEST_PAUSE_MILLIS), HONEST_PAUSE_MILLIS)
                .add(2, new Http10Client(users, outcomes), 1_000)
                .add(8, new SlowClient(), 1_000)
                .add(2, new BrokenClient(), 200)
                .add(4, new VanishingClient(), 400)
                .add(1, new DeafClient(), 5_000)
                .add(1, new ExcessClient(Services.MOST_CONNECTIONS, excess), 10_000);
    }

    /** Lets the clients do for so long, and says where that has led. */
    private void load(int forSeconds, int sinceStart) throws Exception {
        long before = outcomes.requests();
        Thread.sleep(Duration.ofSeconds(forSeconds));
        long perSecond = (outcomes.requests() - before) / forSeconds;
        fewestPerSecond = Math.min(fewestPerSecond, perSecond);
        say("%s %4d s: %,d requests (%d/s), %,d answered, %,d refused, %,d failed by faults, %,d sent again, %,d met a"
                + " close, %d bad; %s%n", mode.label(), sinceStart, outcomes.requests(), perSecond,
                outcomes.of(Outcome.ANSWERED), outcomes.of(Outcome.REFUSED), outcomes.of(Outcome.FAILED),
                outcomes.of(Outcome.SENT_AGAIN), outcomes.of(Outcome.MET_A_CLOSE), outcomes.bad(),
                Footprint.of(services));
    }

    /** What service one holds when nobody has asked for anything for as long as it keeps things. */
    private Footprint pauseAndLook() throws Exception {
        crowd.pause();
        long start = System.nanoTime();
        while (System.nanoTime() - start < MOST_QUIET.toNanos() && !isQuiet()) {
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

    private void checkOutcomes(Checks checks) {
        String name = mode.label();
        outcomes.words().forEach(words -> say("%s: %s%n", name, words));
        checks.check(outcomes.bad() == 0, "%s: of %,d honest requests %,d lost, %,d mixed up, %,d out of order, %,d"
                + " wrong", name, outcomes.requests(), outcomes.of(Outcome.LOST), outcomes.of(Outcome.MIXED_UP),
                outcomes.of(Outcome.OUT_OF_ORDER), outcomes.of(Outcome.WRONG));
        checks.check(fewestPerSecond >= FEWEST_PER_SECOND, "%s: at least %d of them a second in each minute", name,
                fewestPerSecond);
        long served = outcomes.of(Outcome.ANSWERED) + outcomes.of(Outcome.FAILED);
        checks.check(Services.FAULTS.explains(outcomes.of(Outcome.FAILED), served), "%s: %.2f %% failed by service"
                + " two's faults; predicted %.2f to %.2f %%, and chance", name,
                100.0 * outcomes.of(Outcome.FAILED) / served, 100 * Services.FAULTS.least(),
                100 * Services.FAULTS.greatest());
        checks.check(served > outcomes.of(Outcome.REFUSED) && excess.sum() > 0, "%s: %,d honest ones were refused, and"
                + " %,d connections in excess", name, outcomes.of(Outcome.REFUSED), excess.sum());
        checks.check(outcomes.of(Outcome.MET_A_CLOSE) == 0, "%s: %,d met the close of"
                + " their kept connection", name, outcomes.of(Outcome.MET_A_CLOSE));
    }

    private void checkFigures(Checks checks, Footprint first, Footprint last) {
        for (Figure figure : Figure.of(first, last)) {
            checks.check(figure.isFlat(), "%s: %-15s %,8d at first, %,8d at last, %,d more allowed: %s", mode.label(),
                    figure.name(), figure.first(), figure.last(), figure.allowed(), figure.isFlat() ? "flat" : "grows");
        }
    }

    private void say(String format, Object... values) {
        out.printf(Locale.ROOT, format, values);
    }

    @Override
    public void close() {
        crowd.close();
        services.close();
    }
}
