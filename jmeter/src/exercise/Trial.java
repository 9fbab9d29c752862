package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import exercise.SideLoad.Plan;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.results.Run;

/**
 * How an exercise is measured.
 *
 * @param extra requests in addition to the experiment's load
 * @param targets computes the goals from the contenders' runs
 * @param afterwards what to try next after a pass. May be empty
 */
record Trial(String definition, Optional<Plan> extra, boolean isOfCpuTime,
        Function<Map<String, TrialRun>, List<Target>> targets, String afterwards) {
    static final String YOURS = "yours";
    static final String WITHOUT = "without";
    private static final String COMMON = "warmup = 8\nseconds = 10\nrepeat = 1\n";

    private static final int POOL = 50;
    private static final int JITTER_DEADLINE = 1_100;
    private static final int PERMITS = 10;
    private static final double STAGE_SECONDS = 0.333;
    private static final int MEETINGS_A_SECOND = 120;
    private static final int OTHER_THREADS = 45;
    private static final int BURST_PERIOD_MILLIS = 3_300;
    private static final int RPC_MILLIS = 100;
    /** Requests that wait 100 ms take longer than this only if they find no free carrier. */
    private static final int HELD_UP_MILLIS = 500;
    /** The same code's CPU time differs by this share between JVMs, because they compile it differently. */
    private static final double CPU_BETWEEN_RUNS = 0.1;

    static Trial of(int number, int cores) {
        return switch (number) {
            case 1 -> fixedPool();
            case 2 -> virtualThreads(cores);
            case 3 -> parallelCalls();
            case 4 -> bulkhead();
            case 5 -> deadline();
            case 6 -> computing(cores);
            case 7 -> chain();
            case 8 -> ownDrain();
            default -> throw new IllegalArgumentException("exercise " + number);
        };
    }

    Experiment experiment(int number) throws UsageException {
        return ExperimentFile.parse("exercise-" + number, COMMON + definition, Map.of());
    }

    private Trial(String definition, Optional<Plan> extra, boolean isOfCpuTime,
            Function<Map<String, TrialRun>, List<Target>> targets) {
        this(definition, extra, isOfCpuTime, targets, "");
    }

    private static Trial alone(String definition, Function<TrialRun, List<Target>> targets) {
        return new Trial(definition, Optional.empty(), false, runs -> targets.apply(runs.get(YOURS)));
    }

    private static Trial fixedPool() {
        return alone("""
                contender.yours = pool --threads 50 --exercise 1
                path = /rpc
                delay = 200
                users = 250
                """, yours -> {
            double most = yours.run().predicted().throughput();
            long serving = Math.round(POOL * yours.throughput().value() / most);
            return List.of(Target.atLeast(0.95 * most, "95 % of 50 threads / 0.2 s", "answers a second",
                    yours.throughput(), failures(yours, serving <= 1
                    ? "That is what one thread can answer. Does start() start as many threads as the constructor's "
                    + "argument says? Does each serve the sockets that it takes?"
                    : "About " + serving + " threads can answer that many. Do some threads end when a task throws?"
                    + " Do they wait for one another, in synchronized or for a lock?")));
        });
    }

    private static Trial virtualThreads(int cores) {
        return alone("""
                contender.yours = loom --exercise 2
                path = /meetings
                delay = 50
                stage-delay = 100
                users = 300
                """, yours -> {
            double most = yours.run().predicted().throughput();
            long serving = Math.round(300 * yours.throughput().value() / most);
            return List.of(Target.atLeast(0.9 * most, "90 % of 300 users / 0.35 s", "answers a second",
                    yours.throughput(), failures(yours, serving <= 1
                    ? "That is one request after another: does the loop that takes the sockets serve them itself?"
                    : "That many answers mean about " + serving + " requests at once. What makes other requests wait: a"
                    + " pool, a semaphore, synchronized?")),
                    Target.atMost(2 * cores + OTHER_THREADS, "2 for each of " + cores + " cores, and " + OTHER_THREADS
                    + " for the JVM and the service", "threads of the operating system", yours.threads(),
                    "Platform threads serve requests. A thread from Thread.ofVirtual() occupies none while it"
                    + " waits."));
        });
    }

    private static Trial parallelCalls() {
        return alone("""
                contender.yours = loom --exercise 3
                path = /meetings
                delay = 300
                stage-delay = 333
                users = 100
                """, yours -> List.of(Target.atMost(1.05 * 999, "3 × 333, and 5 %", "mean latency in milliseconds",
                    yours.meanLatency(), failures(yours, yours.meanLatency().value() > 1_250
                    ? "That is the time of all four calls in a row. Does info begin before the other three calls? Do "
                    + "you wait for info only after the last of them?"
                    : "The three calls that depend on each other take 999 ms. What else does a request wait for?"))));
    }

    private static Trial bulkhead() {
        double meetings = PERMITS / STAGE_SECONDS;
        return new Trial("""
                contender.yours = pool --threads 200 --exercise 4
                contender.without = pool --threads 200
                path = /rpc
                delay = 100
                stage-delay = 333
                authorize-permits = 10
                users = 60
                """, Optional.of(new Plan("/meetings", 1, 1e3 / MEETINGS_A_SECOND)), false, runs -> {
            TrialRun yours = runs.get(YOURS);
            TrialRun without = runs.get(WITHOUT);
            double most = yours.run().predicted().throughput() + meetings;
            return List.of(Target.atLeast(0.9 * most, "90 % of 60 users / 0.1 s + 10 permits / 0.333 s",
                    "good answers a second", yours.throughput().plus(yours.extraThroughput()),
                    "Threads wait for service two's permits, so /rpc finds no thread. If a call finds no permit,"
                    + " refuse it at once: tryAcquire() does not wait."),
                    Target.atLeast(0.8 * meetings, "80 % of 10 permits / 0.333 s", "good answers a second on /meetings",
                    yours.extraThroughput(), "Service two could authorize more than that. Does a failed call release"
                    + " its permit? Are there ten permits?"),
                    Target.toCompare("good answers a second without a bulkhead",
                    without.throughput().plus(without.extraThroughput())));
        });
    }

    private static Trial deadline() {
        return alone("""
                contender.yours = loom --exercise 5
                path = /meetings
                delay = 50
                stage-delay = 117
                jitter = 300
                users = 100
                """, yours -> List.of(
                    Target.atMost(JITTER_DEADLINE, "the deadline, and 100 ms", "milliseconds of the slowest answer",
                    yours.slowest(), "A request continues after its deadline. Is there one deadline for all four "
                    + "calls? Does each call get only the time that the earlier calls have left?"),
                    Target.atLeast(0.9, "", "calls given up per late request",
                    yours.abandonedPerFailure(), "The client gets its 504, but the call continues. What"
                    + " interrupts the thread that makes it?"),
                    Target.atLeast(0.4, "0.50 is possible", "share of the requests that are answered in time",
                    yours.goodShare(), failures(yours, "The deadline is 1,000 ms after the beginning of the request:"
                    + " does your clock start too early, or is it in another unit?"))));
    }

    private static Trial computing(int cores) {
        int atOnce = 5 * cores;
        // for each request that computes, 49 only wait
        int users = (int) Math.round(49.0 * atOnce / (BURST_PERIOD_MILLIS / 1e3) * RPC_MILLIS / 1e3);
        return new Trial("""
                contender.yours = loom --exercise 6
                path = /rpc
                delay = %d
                users = %d
                seconds = %d
                """.formatted(RPC_MILLIS, users, Math.ceilDiv(4 * BURST_PERIOD_MILLIS, 1_000)),
                Optional.of(new Plan("/computational?millis=200", atOnce, BURST_PERIOD_MILLIS)), false, runs -> {
            TrialRun yours = runs.get(YOURS);
            return List.of(Target.atMost(2 * RPC_MILLIS, "twice their wait",
                    "p99 in milliseconds of the requests that only wait", yours.p99(BURST_PERIOD_MILLIS),
                    yours.p99(BURST_PERIOD_MILLIS).value() > HELD_UP_MILLIS
                    ? "Requests that compute keep all the carriers busy, each for 200 ms. They hold up requests that "
                    + "only wait. Compute on a few threads that are not carriers."
                    : "Requests that only wait share the cores with those that compute. How many threads compute at"
                    + " once? More threads than cores make nothing faster."),
                    Target.atLeast(0.99, "", "share of the computations that are answered",
                    yours.extraGoodShare(BURST_PERIOD_MILLIS), "Answer every request that computes, even if it"
                    + " has to wait for its turn."));
        });
    }

    private static Trial chain() {
        return new Trial("""
                contender.yours = async --exercise 7
                contender.threads = loom
                path = /meetings
                delay = 50
                stage-delay = 150
                users = 500
                """, Optional.empty(), true, runs -> {
            Estimate ratio = runs.get(YOURS).cpuPerRequest().dividedBy(runs.get("threads").cpuPerRequest())
                    .betweenRuns(CPU_BETWEEN_RUNS);
            return List.of(Target.atMost(0.8, "", "CPU time for a request, relative to virtual threads", ratio,
                    "The chain itself costs almost nothing. A hand-over to another thread, as by"
                    + " thenComposeAsync or supplyAsync, costs as much as a thread that waits."),
                    Target.toCompare("µs of CPU time for a request", runs.get(YOURS).cpuPerRequest()),
                    Target.toCompare("µs of CPU time with virtual threads", runs.get("threads").cpuPerRequest()));
        });
    }

    private static Trial ownDrain() {
        return new Trial("""
                contender.yours = loom --exercise 8
                contender.pool-200 = pool --threads 200
                path = /rpc
                delay = 240
                users = 240
                """, Optional.empty(), false, runs -> {
            Estimate ratio = runs.get(YOURS).throughput().dividedBy(runs.get("pool-200").throughput());
            long serving = Math.round(200 * ratio.value());
            return List.of(Target.atLeast(0.95, "", "answers a second, relative to a pool of 200 threads", ratio,
                    failures(runs.get(YOURS), "That many answers mean about " + serving + " requests at once. What"
                    + " makes other requests wait?")),
                    Target.toCompare("answers a second", runs.get(YOURS).throughput()),
                    Target.toCompare("answers a second of the pool", runs.get("pool-200").throughput()));
        }, "You can now compare your solution with the modes: ./run.sh compare --contender.mine 'loom --exercise 8'");
    }

    private static String failures(TrialRun yours, String hint) {
        Run.Requests requests = yours.run().measured().requests();
        return yours.run().measured().failedShare() < 0.05 ? hint : hint + " " + requests.failed() + " requests failed,"
                + " most often with: " + requests.failures().entrySet().stream().max(Map.Entry.comparingByValue())
                .map(each -> each.getKey().replaceAll("\\s+", " ")).orElse("no answer");
    }
}
