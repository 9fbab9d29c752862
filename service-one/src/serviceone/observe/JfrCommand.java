package serviceone.observe;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** {@code jfr}: records a service with the JDK's Flight Recorder, and prints what is worth reading. */
final class JfrCommand {
    /** If this process is killed, nobody stops the recording: then it ends by itself this much later. */
    private static final int GRACE_SECONDS = 10;

    static void run(RunningService service, int seconds, PrintStream out) throws IOException, InterruptedException {
        Path file = file(service);
        record(service, seconds, file, out);
        out.print(RecordingReport.of(file));
        out.printf("%nkept: %s%nmore: %s view hot-methods FILE, other views, VisualVM or JDK Mission Control%n", file,
                Jdk.tool("jfr"));
    }

    private static void record(RunningService service, int seconds, Path file, PrintStream out)
            throws IOException, InterruptedException {
        String name = "observe-" + ProcessHandle.current().pid();
        // A recording of limited duration makes a file in the service's directory too, unless it is told where.
        Jdk.jcmd(service.pid(), "JFR.start", "name=" + name, "settings=profile",
                "duration=" + (seconds + GRACE_SECONDS) + "s", "filename=" + file);
        out.printf("%s: recording %d s …%n", service, seconds);
        try {
            Thread.sleep(seconds * 1000L);
        } finally {
            Jdk.jcmd(service.pid(), "JFR.stop", "name=" + name);
        }
    }

    /** Among the results of measurements, which git ignores and {@code build.sh clean} keeps. */
    private static Path file(RunningService service) throws IOException {
        Path folder = Observe.repository().resolve("jmeter/results/recordings").toAbsolutePath().normalize();
        Files.createDirectories(folder);
        String time = LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return folder.resolve(service.mode() + '-' + time + ".jfr");
    }
}
