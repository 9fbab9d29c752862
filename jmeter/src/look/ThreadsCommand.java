package look;

import module java.base;
import common.commandline.Tool;
import common.mode.Mode;
import common.mode.ServiceThread;
import process.RunningService;
import look.Jdk.Frame;
import look.ThreadDump.DumpedThread;
import look.ThreadDump.Kind;

/** {@code threads}: counts a service's threads by where they are. */
final class ThreadsCommand {
    private static final String JDK = "the JDK's own";
    /** Prefixes of class names, the most informative first. */
    static final List<String> PLACES = List.of("serviceone.calls.BlockingMeetings",
            "serviceone.routes.BlockingTrace", "serviceone.routes.", "serviceone.");

    /** Where a pool's thread waits for its next connection. */
    static final String QUEUE = "serviceone.server.SocketQueue";
    static final String TAKE = "take";

    private final Path sources;
    private final boolean isServiceOne;

    ThreadsCommand(Path sources, boolean isServiceOne) {
        this.sources = sources;
        this.isServiceOne = isServiceOne;
    }

    static void run(RunningService service, PrintStream out)
            throws IOException, InterruptedException {
        out.println(service);
        String dump = Jdk.threadDump(service.pid(), "json");
        Path sources = Tool.repository().resolve("service-one/src");
        out.print(new ThreadsCommand(sources, service.isServiceOne()).report(dump));
        out.printf("%nthe virtual threads' scheduler: %s%n", scheduler(service.pid()));
        out.printf("%nin full: jcmd %1$d Thread.dump_to_file -format=json FILE; "
                + "jcmd %1$d Thread.vthread_scheduler%n", service.pid());
    }

    private static String scheduler(long pid) throws InterruptedException {
        try {
            return Jdk.jcmd(pid, "Thread.vthread_scheduler").lines().skip(1).findFirst()
                    .orElse("not started")
                    .replaceFirst("^java\\.util\\.concurrent\\.ForkJoinPool@\\w+", "");
        } catch (IOException e) {
            return "unknown: " + e.getMessage();
        }
    }

    String report(String json) throws IOException {
        ThreadDump dump = ThreadDump.read(json);
        List<DumpedThread> platform = dump.of(Kind.PLATFORM);
        return section("platform threads", count(platform, this::purpose)) + serving(platform)
                + section("of unknown kind: they have no stack, and this JVM's dump says no more",
                        count(dump.of(Kind.UNKNOWN), this::purpose))
                + virtual(dump);
    }

    private String serving(List<DumpedThread> platform) {
        if (!isServiceOne) {
            return section("platform threads, by where they are", count(platform, this::place));
        }
        return Stream.of(Mode.values()).filter(Mode::keepsPlatformThread)
                .map(mode -> section(mode.serving().plural() + ", by where they are",
                        count(of(mode.serving(), platform), this::place)))
                .collect(Collectors.joining());
    }

    private static List<DumpedThread> of(ServiceThread kind, List<DumpedThread> threads) {
        return threads.stream().filter(each -> kind.isNameOf(each.name())).toList();
    }

    private String virtual(ThreadDump dump) {
        List<DumpedThread> virtual = dump.of(Kind.VIRTUAL);
        Map<String, Long> places = count(virtual, this::place);
        if (dump.unlisted() > 0) {
            places.put("unknown: the JVM counts but does not list them (-Djdk.trackAllThreads=false)",
                    dump.unlisted());
        }
        int carriers = of(ServiceThread.CARRIER, dump.of(Kind.PLATFORM)).size();
        return section("virtual threads on " + carriers + " carriers, by where they are", places)
                + onCarrier(virtual, dump.unlisted() == 0 ? "of them" : "of those in the dump");
    }

    private String onCarrier(List<DumpedThread> virtual, String ofThem) {
        if (virtual.stream().anyMatch(each -> !each.isOnCarrier() && !each.isOfJdk25())) {
            return String.format(
                    "%nunknown: how many of them are on a carrier now; a dump of JDK 25 says it%n");
        }
        return section(ofThem + " on a carrier now",
                count(virtual.stream().filter(DumpedThread::isOnCarrier).toList(), each -> place(each)
                        + (each.frames().stream().limit(1).anyMatch(Frame::isNative) ? ", in native code" : "")));
    }

    private static Map<String, Long> count(List<DumpedThread> threads,
            Function<DumpedThread, String> group) {
        return threads.stream()
                .collect(Collectors.groupingBy(group, TreeMap::new, Collectors.counting()));
    }

    private static String section(String title, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return "";
        }
        long all = counts.values().stream().mapToLong(each -> each).sum();
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(each -> String.format("  %,7d  %s%n", each.getValue(), each.getKey()))
                .collect(Collectors.joining("", String.format("%n%,d %s%n", all, title), ""));
    }

    private String purpose(DumpedThread thread) {
        if (!isServiceOne) {
            return thread.name().replaceAll("\\d+", "*");
        }
        return Stream.of(ServiceThread.values())
                .filter(kind -> kind.isNameOf(thread.name())).findFirst()
                .map(kind -> String.format("%-24s %s",
                        kind.prefix().replaceFirst("-$", "-*"), kind.purpose()))
                .orElse(JDK);
    }

    private String place(DumpedThread thread) {
        List<Frame> own = thread.frames().stream().filter(Frame::isOfApplication).toList();
        if (own.stream().limit(1).anyMatch(each -> each.type().equals(QUEUE) && each.method().equals(TAKE))) {
            return "idle: waits for a connection";
        }
        if (!isServiceOne) {
            return own.stream().findFirst().map(Frame::shortened).orElse(JDK);
        }
        return PLACES.stream()
                .flatMap(prefix -> own.stream().filter(frame -> frame.type().startsWith(prefix)))
                .findFirst().map(this::line).orElse(JDK);
    }

    private String line(Frame frame) {
        String place = frame.file() + ':' + frame.line();
        String folder = frame.type().replaceFirst("\\.[^.]*$", "").replace('.', '/');
        try {
            List<String> source = Files.readAllLines(sources.resolve(folder).resolve(frame.file()));
            return String.format("%-28s %s", place, source.get(frame.line() - 1).strip());
        } catch (IOException | IndexOutOfBoundsException e) {
            return place;      // the jar may be older than the sources
        }
    }
}
