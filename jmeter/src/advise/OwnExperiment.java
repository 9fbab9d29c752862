package advise;

import static advise.Quantity.number;
import static advise.Quantity.perSecond;
import static advise.Quantity.time;

import advise.Resource.Kind;
import common.commandline.CommandLine.UsageException;
import common.commandline.Tool;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** An experiment for {@code compare}, with the figures given to {@code advise}. */
final class OwnExperiment {
    private static final double TOLERANCE = 0.05;
    /** The longest answer, in seconds. JMeter waits 30 s. */
    private static final double LONGEST = 20;
    /** The longest latency, in seconds, for service one's default timeout of 10 s. */
    private static final double LONGEST_BY_DEFAULT = 8;
    /** With more requests in flight, connections and JMeter's threads would be the limit. */
    private static final double MOST_IN_FLIGHT = 10_000;
    private static final double MOST_RATE = 20_000;
    private static final int MOST_THREADS = 100_000;
    /** How long the route /pinned waits, in seconds. */
    private static final double PINNED = 0.1;
    private static final double COMPUTES = 0.9;

    private final ServiceFigures figures;
    private final Advice advice;
    private final List<String> keys = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private OwnExperiment(Advice advice) {
        this.advice = advice;
        this.figures = advice.figures();
    }

    static String of(Advice advice, String command) throws UsageException {
        OwnExperiment own = new OwnExperiment(advice);
        String title = "Your service: " + perSecond(own.figures.rate()) + ", each " + time(own.figures.latency())
                + (own.figures.hasPool() ? ", " + Kind.THREADS.count(own.figures.threads()) : "");
        own.route();
        own.load();
        own.durations();
        own.contenders();
        return Stream.of(Stream.of("# " + title, "#", "# Written by: " + command),
                own.remarks.stream().flatMap(remark -> Tool.lines("# ", remark).stream()), own.keys.stream())
                .flatMap(lines -> lines).map(line -> line + "\n").reduce("", String::concat);
    }

    static void write(String text, Path file) throws UsageException, IOException {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException _) {
            throw new UsageException("--experiment: " + file + " exists already; choose another name");
        }
    }

    private void key(String key, Object value) {
        keys.add(key + " = " + value);
    }

    private boolean isFull(Kind kind) {
        return Stream.of(advice.today(), advice.virtual()).flatMap(List::stream)
                .anyMatch(each -> each.kind() == kind && each.isFull(figures.rate()));
    }

    private void route() throws UsageException {
        if (figures.latency() > LONGEST) {
            throw impossible("a request of " + time(figures.latency()) + " takes longer than " + time(LONGEST)
                    + ", the longest that an experiment waits for an answer");
        }
        if (figures.pinned() > 0 && isFull(Kind.CARRIERS)) {
            pinned();
        } else if (figures.permits() > 0) {
            permits();
        } else if (figures.cpu() >= COMPUTES * figures.latency()) {
            key("path", "/computational?millis=" + millis(Math.min(figures.cpu(), figures.latency())));
            remarks.add("A request computes for as long as yours, on the cores of this machine.");
        } else {
            key("path", "/rpc");
            key("delay", millis(figures.latency()));
        }
        checkLeftOut();
    }

    private void checkLeftOut() throws UsageException {
        boolean computes = keys.getFirst().contains("/computational");
        if (figures.cpu() > 0 && !computes) {
            if (isFull(Kind.CORES)) {
                throw impossible("the cores are full, and no route both waits and computes for " + time(figures.cpu())
                        + ". ./run.sh compare cpu-bound shows what full cores do");
            }
            remarks.add("Your requests compute for " + time(figures.cpu()) + "; here they wait for that time instead.");
        }
        if (figures.pinned() > 0 && !keys.getFirst().contains("/pinned")) {
            remarks.add("No request is pinned here, because there are enough carriers on average. So this experiment "
                    + "does not show how one long native call delays other requests.");
        }
        if (figures.p99() > 0) {
            remarks.add("All requests wait equally long here, so your p99 is left out.");
        }
    }

    private void pinned() throws UsageException {
        if (!isNear(figures.pinned(), PINNED) || !isNear(figures.latency(), PINNED) || figures.permits() > 0) {
            throw impossible("there are too few carriers, and the only route that pins a carrier waits " + time(PINNED)
                    + " in native code and does nothing else. ./run.sh compare pinned shows that case");
        }
        key("path", "/pinned");
        remarks.add("A request waits in native code for all of its " + time(PINNED) + ".");
    }

    /**
     * An experiment's request holds a permit for at most a third of its latency. If the given figures exceed that, the
     * experiment has fewer permits, each held for a shorter time.
     */
    private void permits() throws UsageException {
        double most = figures.latency() / 3;
        int permits = figures.permits();
        if (figures.held() > most * (1 + TOLERANCE)) {
            permits = (int) Math.floor(permits * most / figures.held());
        }
        double held = Math.min(most, figures.held() * permits / figures.permits());
        if (permits == 0) {
            throw impossible("a request of an experiment holds its permit for at most a third of its time, and your "
                    + "figures (" + Kind.PERMITS.count(figures.permits()) + " for " + time(figures.held())
                    + ") cannot be scaled to that. ./run.sh compare database-permits shows a similar case");
        }
        int stage = millis(held);
        key("path", "/meetings");
        key("delay", Math.max(0, Math.round(1e3 * figures.latency()) - 3L * stage));
        key("stage-delay", stage);
        key("authorize-permits", permits);
        remarks.add("A request makes four calls, and holds a permit during the third one, for " + stage + " ms."
                + (permits == figures.permits() ? "" : " So " + number(permits) + " permits let through as many "
                + "requests as your " + Kind.PERMITS.count(figures.permits()) + ", each held for "
                + time(figures.held()) + "."));
    }

    /** With too many requests, an open loop's queue would grow throughout. A closed loop limits the queue. */
    private void load() throws UsageException {
        boolean tooMuch = Math.min(advice.answeredToday(), advice.answeredByVirtual()) < figures.rate();
        double users = figures.isClosed() ? figures.users() : figures.rate() * figures.latency();
        if (users > MOST_IN_FLIGHT || figures.rate() > MOST_RATE) {
            throw impossible(perSecond(figures.rate()) + " of " + time(figures.latency()) + ", with " + number(users)
                    + " in flight, is more than JMeter can generate on a shared machine. Try a tenth of the rate, of "
                    + "the threads and of the permits: the same law holds");
        }
        if (!figures.isClosed() && !tooMuch) {
            key("rate", whole(figures.rate(), "arrivals a second", "--rate"));
            return;
        }
        long count = whole(users, "users", figures.isClosed() ? "--from" : "--rate × --latency");
        double answer = count / Math.min(advice.answeredToday(), advice.answeredByVirtual());
        if (answer > LONGEST) {
            throw impossible(number(count) + " users would wait " + time(answer) + " for an answer, and an "
                    + "experiment waits at most " + time(LONGEST) + ": choose a lower --rate");
        }
        key("users", count);
        remarks.add((figures.isClosed() ? "The load is a closed loop: " : "More requests arrive than are answered, so "
                + "the queue would grow throughout the measurement. The load is therefore a closed loop: ")
                + number(count) + " users who wait for their answers. If they never queued, they would send "
                + perSecond(count / figures.latency()) + ".");
    }

    private void durations() {
        long several = (long) Math.ceil(3 * figures.latency());
        key("warmup", Math.max(20, several));
        key("seconds", Math.max(10, several));
        key("drain", Math.max(10, several));
        key("repeat", 3);
    }

    private void contenders() throws UsageException {
        String timeout = figures.latency() > LONGEST_BY_DEFAULT
                ? " --answer-timeout " + Math.round(1e3 * (LONGEST + LONGEST_BY_DEFAULT)) : "";
        boolean pinned = keys.getFirst().contains("/pinned");
        if (figures.threads() > MOST_THREADS) {
            throw impossible("service one's pool has at most " + number(MOST_THREADS) + " threads");
        }
        if (figures.hasPool()) {
            pool(figures.threads(), timeout);
            double needed = advice.threadsNeeded();
            if (advice.queuesForThreads() && needed > figures.threads() && needed <= Advice.USUAL_POOL) {
                pool((int) needed, timeout);
            }
        }
        key("contender.loom", "loom" + timeout + (pinned ? " | " + Advice.PARALLELISM + figures.cores() : ""));
    }

    private void pool(int threads, String timeout) {
        key("contender.pool-" + threads, "pool --threads " + threads + timeout);
    }

    private static boolean isNear(double value, double target) {
        return Math.abs(value / target - 1) <= TOLERANCE;
    }

    private static int millis(double seconds) throws UsageException {
        long millis = Math.round(1e3 * seconds);
        if (!isNear(millis, 1e3 * seconds)) {
            throw impossible("an experiment waits whole milliseconds, not " + time(seconds));
        }
        return (int) millis;
    }

    private static long whole(double value, String what, String option) throws UsageException {
        long whole = Math.round(value);
        if (!isNear(whole, value)) {
            throw impossible("an experiment takes whole numbers of " + what + ", not " + number(value)
                    + ": change " + option);
        }
        return whole;
    }

    private static UsageException impossible(String why) {
        return new UsageException("these figures cannot be measured here: " + why);
    }
}
