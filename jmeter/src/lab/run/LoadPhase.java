package lab.run;

import module java.base;
import experiment.Contender;
import experiment.Conditions.Change;
import experiment.Message;
import experiment.Run;
import machine.HeapProbe;
import machine.JvmProbe;
import process.Child.ProgramFailure;
import process.Child;
import process.ClockWatch;
import process.Executables;
import process.Time;

/** JMeter's load on a contender: the warm-up, then the measured window, with a reading each second. */
final class LoadPhase {
    private static final System.Logger LOG = System.getLogger(LoadPhase.class.getName());
    private static final long SECOND = 1_000;
    /** Readings of service one's CPU time must be close to the window's edges and middle. */
    private static final long CPU_READING_MILLIS = 100;
    private static final long CHECK_MILLIS = 250;
    private static final long JMETER_START_MILLIS = 5_000;
    /** Readings closer together than this say nothing about the use of the cores. */
    private static final long LEAST_READING_MILLIS = 200;
    private static final int MOST_CHARACTERS = 500;
    /** The shortest wait for a good answer. */
    private static final long LEAST_PATIENCE_MILLIS = 3_000;
    /** As a multiple of the shortest time that a good answer can take. */
    private static final double PATIENCE = 3;
    private static final long LATE_END_MILLIS = 30_000;

    static final class WrongAnswers extends ProgramFailure {
        private static final long serialVersionUID = 1L;

        WrongAnswers(String message) {
            super(message);
        }
    }

    private final Programs programs;
    private final Generator generator;
    private final Child jmeter;
    private final Slot slot;
    private final RunObserver observer;
    private final UsageMeter meter;
    private final HeapProbe heap;
    private final Time time;
    private final ClockWatch clock;
    final FutureTask<Run.Sample> answer = new FutureTask<>(this::ask);
    private final Steadiness steadiness;

    LoadPhase(Programs programs, Generator generator, Slot slot, RunObserver observer, boolean warm,
            HeapProbe heap, Time time) throws IOException {
        this.programs = programs;
        this.generator = generator;
        this.jmeter = generator.jmeter();
        this.slot = slot;
        this.observer = observer;
        this.heap = heap;
        this.time = time;
        this.clock = new ClockWatch(time);
        this.meter = new UsageMeter(programs.contender()::processes, programs.serviceTwo(), jmeter::processes, time);
        Thread.ofVirtual().name("answer-sample").start(answer);
        long span = Steadiness.span(Steadiness.period(slot.load(), slot.predicted()), warm);
        this.steadiness = new Steadiness(generator.samples(), meter, slot.load(), span,
                SecondLoad.requests(slot.experiment(), false));
    }

    private Run.Sample ask() throws IOException {
        byte[] bytes = new OneRequest(programs.address(), slot).ask();
        String body = new String(bytes, StandardCharsets.UTF_8);
        return new Run.Sample(bytes.length, body.substring(0, Math.min(body.length(), MOST_CHARACTERS)));
    }

    Observed run() throws IOException, InterruptedException {
        long from = begin(warmUp());
        long to = from + slot.timing().window();
        for (long next = from + SECOND; next < to; next += SECOND) {
            long now = tick(next, "measuring", to);
            if (slot.contender().has(Contender.THREAD_DUMPS)) {
                // without a wait, because it may take more than a second
                dumpThreads(programs.contender().processes().getFirst().pid());
            }
            for (Change each : slot.experiment().conditions().changes()) {
                if (from + each.second() * SECOND == next) {
                    programs.serviceTwo().change(each.serviceTwo(), slot.experiment().conditions().serviceTwo());
                }
            }
            if (!steadiness.isAnyGood()) {
                steadiness.read();
                checkAnswers(now);
            }
        }
        tick(to, "measuring", to);
        observer.windowEnds();
        heap.read(time);
        meter.readFootprints();
        if (slot.isOpen()) {
            // JvmProbe's garbage collection must not delay the window's last requests.
            tick(to + SECOND, "measuring", to);
        }
        observer.phase("measuring its live heap", slot.afterwards());
        Run.Jvm jvm = JvmProbe.ask(programs.contender().processes())
                .map(found -> new Run.Jvm(found.version(), found.heapLive(), found.heapMax(), found.virtualThreads()))
                .orElse(Run.Jvm.NONE);
        if (slot.isOpen()) {
            awaitLastAnswers();
        }
        Run.Sample sample = answer.state() == Future.State.SUCCESS ? answer.resultNow() : null;
        return new Observed(from, to, meter, heap, jvm, sample, programs.serviceTwo(), generator);
    }

    static Process dumpThreads(long pid) throws IOException {
        return new ProcessBuilder(Executables.ofJdk("jcmd"), Long.toString(pid), "Thread.dump_to_file", "-overwrite",
                "/dev/null").redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private long begin(long now) throws IOException, InterruptedException {
        long begun = time.millis();
        observer.windowBegins();
        heap.read(time);
        return time.millis() - begun < LEAST_READING_MILLIS ? now : read();
    }

    private long warmUp() throws IOException, InterruptedException {
        long now = awaitFirstAnswer();
        long started = steadiness.firstStart();
        while (!mayEnd(now, started)) {
            now = tick(next(now, started), "warming up", started + slot.timing().warmup() + slot.timing().window());
            steadiness.read();
            checkAnswers(now);
        }
        return now;
    }

    /** Refusals come sooner than good answers, so this waits until good answers are due. */
    private void checkAnswers(long now) throws IOException {
        long patience = Math.round(PATIENCE * 1e3 * slot.predicted().least());
        Optional<String> problem = slot.predicted().expectsFailures()
                || now - steadiness.firstStart() < Math.max(LEAST_PATIENCE_MILLIS, patience)
                ? Optional.empty() : steadiness.firstProblem();
        if (problem.isPresent()) {
            throw new WrongAnswers("stopped: none of its first answers was right. Most often: " + problem.get()
                    + hint(problem.get()));
        }
    }

    /** What may help; empty if that is unknown. */
    private String hint(String problem) {
        Message message = slot.experiment().workload().message();
        String asked = message.method() + " " + slot.load().path();
        if (problem.startsWith("2") && slot.experiment().workload().plan().isPresent()) {
            return "; what is right? (your plan's assertions)";
        }
        if (problem.startsWith("3")) {
            return "; no redirect is followed: give the path to which it leads (--path)";
        }
        if (problem.matches("40[45].*")) {
            return !slot.contender().isServiceOne() ? "; does it answer " + asked + "? (--path, --method)"
                    : "; service one does not answer " + asked + ": compare only your own contender, with --only NAME";
        }
        if (problem.matches("40[13].*")) {
            return "; does it accept the token " + message.token() + "? (--token)";
        }
        if (programs.contender().speaksTls()) {
            return "; it speaks TLS: start it for plain HTTP, because nothing here measures TLS";
        }
        if (problem.contains("another status")) {
            return "; what is right? (--status)";
        }
        return problem.startsWith("2") ? "; what must an answer contain? (--body)" : "";
    }

    /** A check every second until the warm-up may end, then every quarter of a second. */
    private long next(long now, long started) {
        long first = started + steadiness.leastMillis(slot.timing().rampup());
        return now < first ? Math.min(first, now + SECOND) : now + CHECK_MILLIS;
    }

    /** The warm-up begins with the first request, because JMeter starts slowly on a busy machine. */
    private long awaitFirstAnswer() throws IOException, InterruptedException {
        long asked = read();
        long now = asked;
        while (steadiness.firstStart() < 0) {
            if (now - asked >= slot.timing().patience()) {
                throw new ProgramFailure("no request was answered in the first " + (now - asked) / SECOND
                        + " s: " + slot.contender().name() + " does not answer, or the machine is too busy for JMeter");
            }
            now = tick(now + SECOND, "waiting for JMeter's first figures",
                    asked + JMETER_START_MILLIS + slot.timing().warmup() + slot.timing().window());
            steadiness.read();
        }
        return now;
    }

    /** An open loop's warm-up has a fixed length: in an overload, a longer warm-up would mean longer latencies. */
    private boolean mayEnd(long now, long started) {
        long seen = now - generator.lateMillis();
        boolean steady = !slot.isOpen() && seen - started >= steadiness.leastMillis(slot.timing().rampup())
                && steadiness.isSteady(seen);
        return steady || now - started >= slot.timing().warmup();
    }

    private long tick(long moment, String phase, long end) throws ProgramFailure, InterruptedException {
        readUntil(moment);
        programs.checkAlive(phase, jmeter);
        observer.phase(phase, Math.max(0, end - moment) + slot.afterwards());
        return read();
    }

    private void readUntil(long moment) throws ProgramFailure, InterruptedException {
        for (long now = time.millis(); now < moment; now = time.millis()) {
            checkClock();
            meter.readServiceOne();
            time.sleep(Math.min(CPU_READING_MILLIS, moment - now));
        }
        checkClock();
    }

    /** JMeter's times follow the clock, soon after it was set, so this does not wait for the window. */
    private void checkClock() throws ProgramFailure {
        double step = clock.step();
        if (step != 0) {
            throw new ProgramFailure(Run.CLOCK_WAS_SET + String.format(Locale.ROOT, " by %+,.1f s", step / 1e3));
        }
    }

    private long read() {
        long now = meter.read();
        programs.serviceTwo().read();
        generator.read();
        return now;
    }

    /** JMeter ends after its drain time, even with unanswered requests. */
    private void awaitLastAnswers() throws ProgramFailure, InterruptedException {
        long end = time.millis() + slot.afterwards();
        String phase = "waiting " + slot.experiment().window().drain() + " s for the answers to the last arrivals";
        while (!jmeter.awaitExit(0) && time.millis() < end + LATE_END_MILLIS) {
            observer.phase(phase, Math.max(0, end - time.millis()));
            time.sleep(CHECK_MILLIS);
            checkClock();
        }
        if (!jmeter.awaitExit(0)) {
            LOG.log(System.Logger.Level.INFO, "JMeter still ran {0} ms after the end of its drain time",
                    LATE_END_MILLIS);
        }
        programs.checkAlive(phase);
    }
}
