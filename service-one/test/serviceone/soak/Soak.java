package serviceone.soak;

import module java.base;
import common.mode.Mode;
import process.Child;
import serviceone.soak.Outcomes.Outcome;
import testing.CheckPool;
import testing.Program;

/** {@code ./build.sh soak} runs this: service one must not leak descriptors, threads, heap or connections. */
public final class Soak {
    private static final String USAGE = "usage: ./build.sh soak [MINUTES] [MODE...]; MINUTES: 1 to 600, by default 1";
    private static final int MOST_CONNECTIONS = 120;
    /** A small heap keeps the collector busy, and a leak soon fills it. */
    private static final List<String> JVM = List.of("JDK_JAVA_OPTIONS=-Xmx256m");
    private static final int IDLE_MILLIS = 1_000;
    private static final long SETTLED_MILLIS = 2_000;      // longer than IDLE_MILLIS
    private static final long MOST_SETTLING_MILLIS = 60_000;
    /** After the first load, the pool has all its threads, and service two's slow start is over. */
    private static final int FIRST_SECONDS = 20;
    private static final int MINUTE_SECONDS = 60;
    private static final int PAUSE_MILLIS = 500;
    /** With fewer honest requests, a soak shows nothing. */
    private static final long FEWEST_PER_SECOND = 10;
    private static final Pattern LIVE = Pattern.compile("Total +\\d+ +(\\d+)");

    private static final AtomicInteger PASSED = new AtomicInteger();
    private static final AtomicInteger FAILED = new AtomicInteger();

    private record Footprint(long descriptors, long threads, long heapKb, long connections) {
        /** The limits catch a leak of 200 bytes per request, or of a descriptor per thousand requests. */
        boolean isFlatSince(Footprint first) {
            return descriptors <= first.descriptors + 2      // the JDK opens a few late, for example for pollers
                    && threads <= first.threads + 3      // carriers start on demand, and end after 30 s without work
                    && heapKb <= first.heapKb + 512      // the status page's history, and code that is linked late
                    && connections == 0;
        }
    }

    private final String mode;
    private final Program one;
    private final int port;
    private final URI stats;
    private final Outcomes outcomes = new Outcomes();
    private final HonestClient honest = new HonestClient(new AtomicLong(), outcomes, PAUSE_MILLIS);
    private final LongAdder excess = new LongAdder();

    private Soak(Mode mode, Program one) throws Exception {
        this.mode = mode.label();
        this.one = one;
        port = one.awaitPort("one");
        stats = one.awaitPage().resolve("/stats");
    }

    public static void main(String[] arguments) throws Exception {
        ProcessHandle.current().parent().ifPresent(script -> script.onExit().thenRun(() -> System.exit(1)));
        List<String> words = new ArrayList<>(List.of(arguments));
        boolean timed = !words.isEmpty() && words.getFirst().matches("[1-9]|[1-9]\\d|[1-5]\\d\\d|600");
        int minutes = timed ? Integer.parseInt(words.removeFirst()) : 1;
        List<Mode> modes = Stream.of(Mode.values()).filter(each -> words.isEmpty() || words.contains(each.label()))
                .toList();
        if (modes.size() < words.size()) {
            System.err.println("soak: wrong arguments: " + words + System.lineSeparator() + USAGE);
            System.exit(1);
        }
        if (!Files.isDirectory(Path.of("/proc/self/fd"))) {
            System.err.println("soak: needs Linux, because it counts the descriptors in /proc");
            System.exit(2);
        }
        CheckPool.run(modes.size(), modes.stream().map(mode -> () -> soak(mode, minutes)));
        System.out.println(PASSED + " passed, " + FAILED + " failed");
        System.exit(FAILED.get() == 0 && PASSED.get() > 0 ? 0 : 1);
    }

    private static void soak(Mode mode, int minutes) throws Exception {
        String until = "--until-stdin-closes";
        try (Program two = Program.java(JVM, "service-two", "servicetwo.ServiceTwo", until, "--port=0", "--delay=5",
                "--stage-delay=10", "--jitter=20", "--slow-start=10", "--error-percent=2", "--hang-percent=1",
                "--reset-percent=1");
                Program one = Program.java(JVM, "service-one", "serviceone.ServiceOne", mode.label(), until, "--port=0",
                        "--admin-port=0", "--service-two=127.0.0.1:" + two.awaitPort("two"), "--threads=32",
                        "--answer-timeout=2000", "--call-idle-timeout=" + IDLE_MILLIS, "--request-timeout=2000",
                        "--write-timeout=1000", "--max-connections=" + MOST_CONNECTIONS)) {
            new Soak(mode, one).run(minutes);
        }
    }

    private void run(int minutes) throws Exception {
        int seconds = minutes == 1 ? FIRST_SECONDS : MINUTE_SECONDS;
        Footprint first = load(seconds);
        Footprint last = first;
        for (int left = minutes * MINUTE_SECONDS - seconds; left > 0; left -= MINUTE_SECONDS) {
            last = load(Math.min(left, MINUTE_SECONDS));
        }
        outcomes.descriptions.forEach(words -> System.out.println(mode + ": " + words));
        check(outcomes.good() == honest.asked().get(),
                "none of " + honest.asked() + " honest requests is lost, mixed up, out of order or wrong");
        // Of the calls, 2 % get an error, 1 % hang and 1 % are reset. A request makes four, so up to 15.1 % of the
        // requests fail. A call is repeated if its reset looks like a stale connection, so it may be only 11.6 %. The
        // limits also allow for chance.
        double failed = outcomes.total(Outcome.FAILED);
        double share = failed / (failed + outcomes.total(Outcome.ANSWERED));
        check(share > 0.095 && share < 0.175, "service two's faults explain the share of failed requests: " + share);
        check(outcomes.total(Outcome.REFUSED) < outcomes.good() / 2 && excess.sum() > 0,
                "fewer than half of the honest requests, and " + excess + " excess connections, are refused");
        check(outcomes.total(Outcome.MET_A_CLOSE) == 0, "no kept connection was closed without an announcement");
        check(last.isFlatSince(first), first + " after the first load, and " + last + " after the last");
        check(one.terminate().exitCode() == 0, "stops with exit code 0");
    }

    private Footprint load(int seconds) throws Exception {
        long before = outcomes.good();
        try (Crowd crowd = new Crowd(port)) {
            crowd.add(26, PAUSE_MILLIS, honest::visit).add(4, 400, Crowd::vanishing).add(1, 5_000, Crowd::deaf)
                    .add(2, 200, Crowd.broken(5, 0)).add(8, 1_000, Crowd.broken(40, 50))
                    .add(1, 10_000, Crowd.excess(MOST_CONNECTIONS, excess));
            TimeUnit.SECONDS.sleep(seconds);
        }
        long perSecond = (outcomes.good() - before) / seconds;
        awaitQuiet();
        // GC.class_histogram collects first, so these objects are live.
        String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        long heapBytes = number(LIVE, Child.outputOf(jcmd, String.valueOf(one.pid()), "GC.class_histogram"));
        Footprint left = new Footprint(descriptors(), stat("platformThreads"), heapBytes / 1024, stat("connections"));
        System.out.println(mode + ": " + outcomes + " so far; " + left);
        check(perSecond >= FEWEST_PER_SECOND, perSecond + " honest requests a second in " + seconds + " s");
        return left;
    }

    private void awaitQuiet() throws Exception {
        long start = System.currentTimeMillis();
        long settled = start;
        long before = 0;
        while (System.currentTimeMillis() < Math.min(settled + SETTLED_MILLIS, start + MOST_SETTLING_MILLIS)) {
            long now = descriptors();
            if (now != before || stat("connections") > 0) {
                settled = System.currentTimeMillis();
            }
            before = now;
            Thread.sleep(100);
        }
    }

    private long descriptors() throws Exception {
        try (Stream<Path> open = Files.list(Path.of("/proc", String.valueOf(one.pid()), "fd"))) {
            return open.count();
        }
    }

    /** The status page leaves its own connections out. */
    private long stat(String name) throws Exception {
        try (InputStream in = stats.toURL().openStream()) {
            String json = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return number(Pattern.compile('"' + name + "\":(\\d+)"), json);
        }
    }

    private static long number(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> Long.parseLong(found.group(1))).findFirst().orElseThrow();
    }

    private void check(boolean holds, String what) {
        System.out.println((holds ? "ok      " : "FAILED  ") + mode + ": " + what);
        (holds ? PASSED : FAILED).incrementAndGet();
    }
}
