package serviceone.observe;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** {@code jfr}: records a service with the JDK's Flight Recorder, and prints what is worth reading. */
final class JfrCommand {
    /** If this process is killed, nobody stops the recording: then it ends by itself this much later. */
    private static final int GRACE_SECONDS = 10;
    private static final String WIDTH = "110";
    /** What {@code jfr view} can print; {@link RecordingReport} prints service one's own events. */
    private static final List<String> VIEWS = List.of("cpu-load", "pinned-threads", "gc-pauses", "hot-methods");

    static void run(RunningService service, int seconds, PrintStream out) throws IOException, InterruptedException {
        Path file = file(service);
        out.printf("%s: recording %d s …%n", service, seconds);
        record(service.pid(), seconds, file);
        out.print(RecordingReport.of(file));
        for (String view : VIEWS) {
            String text = Jdk.run(List.of(Jdk.tool("jfr"), "view", "--width", WIDTH, view, file.toString()));
            out.println(text.stripTrailing());
        }
        out.printf("%nkept: %s%nmore: jfr view VIEW FILE, or open it in VisualVM or JDK Mission Control%n", file);
    }

    private static void record(long pid, int seconds, Path file) throws IOException, InterruptedException {
        String name = "observe-" + ProcessHandle.current().pid();
        // A recording of limited duration makes a file in the service's directory too, unless it is told where.
        Jdk.jcmd(pid, "JFR.start", "name=" + name, "settings=profile", "duration=" + (seconds + GRACE_SECONDS) + "s",
                "filename=" + file);
        try {
            Thread.sleep(seconds * 1000L);
        } finally {
            Jdk.jcmd(pid, "JFR.stop", "name=" + name);
        }
    }

    /** Among the results of measurements, which git ignores and {@code build.sh clean} keeps. */
    private static Path file(RunningService service) throws IOException {
        Path folder = Observe.repository().resolve("jmeter/results/recordings").toAbsolutePath();
        Files.createDirectories(folder);
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return folder.resolve(service.mode() + '-' + time + ".jfr");
    }
}
