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

/**
 * The reader's own service as an experiment of {@code compare}: one of service one's routes that waits as long, holds a
 * permit as long, or computes as long as hers. What limits nothing may be missing from it, and is then named in the
 * file; what limits something and no route has makes it impossible.
 */
final class OwnExperiment {
    /** By which a figure may be rounded. */
    private static final double ROUNDED = 0.05;
    /** JMeter waits 30 s for an answer. */
    private static final double LONGEST = 20;
    /** Service one waits 10 s for service two's. */
    private static final double PATIENCE = 8;
    /** Beyond, connections and JMeter's threads are the limit, and not what is asked about. */
    private static final double MOST_IN_FLIGHT = 10_000;
    private static final double MOST_RATE = 20_000;
    private static final int MOST_THREADS = 100_000;
    /** Seconds that /pinned waits. */
    private static final double PINNED = 0.1;
    /** Of the latency: what computes for so much of it waits for next to nothing. */
    private static final double COMPUTES = 0.9;

    private final ServiceFigures figures;
    private final Advice advice;
    private final List<String> keys = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();

    private OwnExperiment(Advice advice) {
        this.advice = advice;
        this.figures = advice.figures();
    }

    /**
     * The file's text.
     *
     * @param command what was typed to get it
     * @throws UsageException where no experiment has these figures: why not
     */
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

    /** @throws UsageException also where there is such a file already */
    static void write(String text, Path file) throws UsageException, IOException {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException _) {
            throw new UsageException("--experiment: " + file + " is there already, and stays as it is: give it another "
                    + "name");
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
            throw no("a request of " + time(figures.latency()) + " is longer than the " + time(LONGEST)
                    + " for which an experiment can wait");
        }
        if (figures.pinned() > 0 && isFull(Kind.CARRIERS)) {
            pinned();
        } else if (figures.permits() > 0) {
            permits();
        } else if (figures.cpu() >= COMPUTES * figures.latency()) {
            key("path", "/computational?millis=" + millis(Math.min(figures.cpu(), figures.latency())));
            remarks.add("A request computes for as long as yours. The cores are this machine's.");
        } else {
            key("path", "/rpc");
            key("delay", millis(figures.latency()));
        }
        leftOut();
    }

    /** What computes is slower where others compute, and what waits is not; so it matters only where it is a limit. */
    private void leftOut() throws UsageException {
        boolean computes = keys.getFirst().contains("/computational");
        if (figures.cpu() > 0 && !computes) {
            if (isFull(Kind.CORES)) {
                throw no("the cores are full, and no route both waits and computes for " + time(figures.cpu())
                        + ". ./run.sh compare cpu-bound shows what full cores do");
            }
            remarks.add("Your " + time(figures.cpu()) + " of CPU time are a part of the wait, and not computed.");
        }
        if (figures.pinned() > 0 && !keys.getFirst().contains("/pinned")) {
            remarks.add("What is pinned waits like all else: there are carriers enough.");
        }
        if (figures.p99() > 0) {
            remarks.add("Each request waits as long as any other: your p99 is not in it.");
        }
    }

    private void pinned() throws UsageException {
        if (!isNear(figures.pinned(), PINNED) || !isNear(figures.latency(), PINNED) || figures.permits() > 0) {
            throw no("the carriers are too few, and the only route that keeps one waits " + time(PINNED)
                    + " in native code and for nothing else. ./run.sh compare pinned shows it");
        }
        key("path", "/pinned");
        remarks.add("The request waits in native code for " + time(PINNED) + ", all of its time.");
    }

    /**
     * The last of four waits holds the permit, and three of them are alike. So it can hold one for at most a third of
     * the latency: where yours is held for longer, fewer permits, held for less, let as many through.
     */
    private void permits() throws UsageException {
        double most = figures.latency() / 3;
        int permits = figures.permits();
        if (figures.held() > most * (1 + ROUNDED)) {
            permits = (int) Math.floor(permits * most / figures.held());
        }
        double held = Math.min(most, figures.held() * permits / figures.permits());
        if (permits == 0) {
            throw no("an experiment's request holds its permit for at most a third of its time, and yours, "
                    + Kind.PERMITS.count(figures.permits()) + " for " + time(figures.held()) + ", cannot be scaled to "
                    + "that. ./run.sh compare database-permits shows it");
        }
        int stage = millis(held);
        key("path", "/meetings");
        key("delay", Math.max(0, Math.round(1e3 * figures.latency()) - 3L * stage));
        key("stage-delay", stage);
        key("authorize-permits", permits);
        remarks.add("A request makes four calls, and holds a permit for the last of them, of " + stage + " ms."
                + (permits == figures.permits() ? "" : " So " + number(permits) + " of them let through as many as "
                + "your " + Kind.PERMITS.count(figures.permits()) + " for " + time(figures.held()) + "."));
    }

    /**
     * Where more arrives than is answered, a queue would grow for as long as it is measured: then it is as many users
     * as would ask so often, who wait for their answers.
     */
    private void load() throws UsageException {
        boolean tooMuch = Math.min(advice.answeredToday(), advice.answeredThen()) < figures.rate();
        double users = figures.isClosed() ? figures.users() : figures.rate() * figures.latency();
        if (users > MOST_IN_FLIGHT || figures.rate() > MOST_RATE) {
            throw no(perSecond(figures.rate()) + " of " + time(figures.latency()) + ", with " + number(users)
                    + " in flight, is more than JMeter can do on a machine that it shares. A tenth of the rate, the "
                    + "threads and the permits obeys the same law");
        }
        if (!figures.isClosed() && !tooMuch) {
            key("rate", whole(figures.rate(), "arrivals a second", "--rate"));
            return;
        }
        long count = whole(users, "users", figures.isClosed() ? "--from" : "--rate × --latency");
        double answer = count / Math.min(advice.answeredToday(), advice.answeredThen());
        if (answer > LONGEST) {
            throw no(number(count) + " users would wait " + time(answer) + " for an answer, and an experiment waits "
                    + time(LONGEST) + " at most: give it a --rate that is closer to what is answered");
        }
        key("users", count);
        remarks.add((figures.isClosed() ? "" : "More arrives than is answered, so that a queue would grow for as long "
                + "as it is measured. So these are ") + number(count) + " users who wait for their answers: if nothing "
                + "else kept them waiting, they would ask " + perSecond(count / figures.latency()) + ".");
    }

    /** Windows that hold several times in flight. */
    private void durations() {
        long several = (long) Math.ceil(3 * figures.latency());
        key("warmup", Math.max(20, several));
        key("seconds", Math.max(10, several));
        key("drain", Math.max(10, several));
        key("repeat", 3);
    }

    private void contenders() throws UsageException {
        String patience = figures.latency() > PATIENCE ? " --answer-timeout " + Math.round(1e3 * (LONGEST + PATIENCE))
                : "";
        boolean pinned = keys.getFirst().contains("/pinned");
        if (figures.threads() > MOST_THREADS) {
            throw no("a pool has at most " + number(MOST_THREADS) + " threads there");
        }
        if (figures.hasPool()) {
            pool(figures.threads(), patience);
            double needed = advice.threadsNeeded();
            if (advice.queuesForThreads() && needed > figures.threads() && needed <= Advice.USUAL_POOL) {
                pool((int) needed, patience);
            }
        }
        key("contender.loom", "loom" + patience + (pinned ? " | " + Advice.PARALLELISM + figures.cores() : ""));
    }

    private void pool(int threads, String patience) {
        key("contender.pool-" + threads, "pool --threads " + threads + patience);
    }

    private static boolean isNear(double value, double wanted) {
        return Math.abs(value / wanted - 1) <= ROUNDED;
    }

    private static int millis(double seconds) throws UsageException {
        long millis = Math.round(1e3 * seconds);
        if (!isNear(millis, 1e3 * seconds)) {
            throw no("an experiment waits whole milliseconds, and not " + time(seconds));
        }
        return (int) millis;
    }

    private static long whole(double value, String what, String option) throws UsageException {
        long whole = Math.round(value);
        if (!isNear(whole, value)) {
            throw no("an experiment takes whole numbers of " + what + ", and not " + number(value)
                    + ": change " + option);
        }
        return whole;
    }

    private static UsageException no(String why) {
        return new UsageException("these figures cannot be measured here: " + why);
    }
}
