package look;

import module java.base;
import common.commandline.Tool;
import common.json.Json;
import common.mode.Mode;
import common.mode.ServiceThread;
import process.RunningService;
import look.Jdk.Frame;

/** {@code threads}: counts a service's threads by where they are. */
final class ThreadsCommand {
    /** @param frames the innermost first */
    record DumpedThread(String name, boolean virtual, boolean onCarrier, List<Frame> frames) {
    }

    private static final String JDK = "the JDK's own";
    /** Prefixes of class names, the most informative first. */
    static final List<String> PLACES = List.of("serviceone.calls.BlockingMeetings",
            "serviceone.routes.BlockingTrace", "serviceone.routes.", "serviceone.");

    static final String QUEUE = "serviceone.server.SocketQueue";

    private final Path sources;
    private final boolean isServiceOne;

    ThreadsCommand(Path sources, boolean isServiceOne) {
        this.sources = sources;
        this.isServiceOne = isServiceOne;
    }

    static void run(RunningService service, PrintStream out) throws IOException, InterruptedException {
        out.println(service);
        String dump = Jdk.threadDump(service.pid(), "json");
        out.print(new ThreadsCommand(Tool.repository().resolve("service-one/src"),
                service.isServiceOne()).report(dump));
        out.printf("%nthe virtual threads' scheduler: %s%n", scheduler(service.pid()));
        out.printf("%nin full: jcmd %1$d Thread.dump_to_file -format=json FILE; jcmd %1$d Thread.vthread_scheduler%n",
                service.pid());
    }

    /** The first line that {@code jcmd} prints is the PID. */
    private static String scheduler(int pid) throws IOException, InterruptedException {
        return Jdk.jcmd(pid, "Thread.vthread_scheduler").lines().skip(1).findFirst().orElse("not started")
                .replaceFirst("^java\\.util\\.concurrent\\.ForkJoinPool@\\w+", "");
    }

    String report(String dump) throws IOException {
        Map<Boolean, List<DumpedThread>> threads =
                threads(dump).stream().collect(Collectors.partitioningBy(DumpedThread::virtual));
        List<DumpedThread> platform = threads.get(false);
        long carriers = platform.stream().filter(each -> ServiceThread.CARRIER.isNameOf(each.name)).count();
        String serving = !isServiceOne ? section("platform threads, by where they are", platform, this::place)
                : Stream.of(Mode.values()).filter(Mode::keepsPlatformThread)
                .map(mode -> section(mode.display().serving() + ", by where they are",
                        platform.stream().filter(each -> mode.serving().isNameOf(each.name)).toList(), this::place))
                .collect(Collectors.joining());
        return section("platform threads", platform, this::purpose) + serving
                + section("virtual threads on " + carriers + " carriers, by where they are", threads.get(true),
                this::place)
                + section("of them on a carrier now", threads.get(true).stream().filter(DumpedThread::onCarrier)
                .toList(), each -> place(each) + (each.frames.getFirst().line() == 0 ? ", in native code" : ""));
    }

    private static List<DumpedThread> threads(String dump) throws IOException {
        try {
            Map<?, ?> root = (Map<?, ?>) ((Map<?, ?>) Json.read(dump)).get("threadDump");
            return ((List<?>) root.get("threadContainers")).stream()
                    .flatMap(container -> ((List<?>) ((Map<?, ?>) container).get("threads")).stream())
                    .map(thread -> thread((Map<?, ?>) thread)).toList();
        } catch (ClassCastException | NullPointerException e) {
            throw new IOException("the thread dump does not have JDK 25's format", e);
        }
    }

    private static DumpedThread thread(Map<?, ?> thread) {
        return new DumpedThread((String) thread.get("name"), Boolean.TRUE.equals(thread.get("virtual")),
                thread.get("carrier") != null, ((List<?>) thread.get("stack")).stream().map(String::valueOf)
                .map(Frame::of).flatMap(Optional::stream).toList());
    }

    private static String section(String title, List<DumpedThread> threads, Function<DumpedThread, String> group) {
        if (threads.isEmpty()) {
            return "";
        }
        return threads.stream().collect(Collectors.groupingBy(group, TreeMap::new, Collectors.counting()))
                .entrySet().stream().sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(each -> String.format("  %,7d  %s%n", each.getValue(), each.getKey()))
                .collect(Collectors.joining("", String.format("%n%,d %s%n", threads.size(), title), ""));
    }

    private String purpose(DumpedThread thread) {
        return !isServiceOne ? thread.name.replaceAll("\\d+", "*")
                : Stream.of(ServiceThread.values()).filter(kind -> kind.isNameOf(thread.name)).findFirst()
                .map(kind -> String.format("%-24s %s", kind.prefix().replaceFirst("-$", "-*"), kind.purpose()))
                .orElse(JDK);
    }

    private String place(DumpedThread thread) {
        if (thread.frames.stream().anyMatch(frame -> frame.type().equals(QUEUE))) {
            return "idle: waits for a connection";
        }
        Stream<Frame> own = isServiceOne ? PLACES.stream()
                .flatMap(prefix -> thread.frames.stream().filter(frame -> frame.type().startsWith(prefix)))
                : thread.frames.stream().filter(frame -> Jdk.isOfApplication(frame.type()));
        return own.findFirst().map(frame -> isServiceOne ? line(frame) : frame.shortened()).orElse(JDK);
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
