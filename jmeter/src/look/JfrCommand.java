package look;

import common.commandline.Tool;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import load.RunFolder;
import load.RunningService;
import load.install.FileTree;

/** {@code jfr}: records a service with the JDK's Flight Recorder, and prints what is worth reading. */
final class JfrCommand {
    /** If this process is killed, nobody stops the recording: then it ends by itself this much later. */
    private static final int GRACE_SECONDS = 10;

    private JfrCommand() {
    }

    static void run(RunningService service, int seconds, PrintStream out) throws IOException, InterruptedException {
        Path folder = RunFolder.create(Tool.repository(), "jfr-" + service.mode()).path();
        Path file = folder.resolve("recording.jfr");
        try {
            record(service, seconds, file, out);
        } finally {
            if (!Files.exists(file) || Files.size(file) == 0) {
                FileTree.delete(folder);
            }
        }
        out.print(Recording.report(file));
        out.printf("%nkept: %s%nmore: %s view hot-methods FILE, other views, VisualVM or JDK Mission Control%n", file,
                Jdk.tool("jfr"));
    }

    private static void record(RunningService service, int seconds, Path file, PrintStream out)
            throws IOException, InterruptedException {
        String name = "observe-" + ProcessHandle.current().pid();
        // A recording of limited duration makes a file in the service's directory too, unless it is told where.
        tell(service, "Started recording", "JFR.start", "name=" + name, "settings=profile",
                "duration=" + (seconds + GRACE_SECONDS) + "s", "filename=" + file);
        out.printf("%s: recording %d s …%n", service, seconds);
        if (ends(service, seconds)) {
            out.println("it has ended meanwhile");
        } else {
            tell(service, "Stopped recording", "JFR.stop", "name=" + name);
        }
        if (!Files.exists(file) || Files.size(file) == 0) {
            throw new IOException(service + " could not write " + file + "; what it printed may say why");
        }
    }

    /** Whether the service ends within that time; it writes its recording before. */
    private static boolean ends(RunningService service, int seconds) {
        Optional<ProcessHandle> process = ProcessHandle.of(service.pid());
        process.ifPresent(alive -> alive.onExit().completeOnTimeout(alive, seconds, TimeUnit.SECONDS).join());
        return !process.map(ProcessHandle::isAlive).orElse(false);
    }

    /** jcmd's exit code is 0 where the recorder refuses, too: what it says tells. */
    private static void tell(RunningService service, String done, String... command)
            throws IOException, InterruptedException {
        String reply = Jdk.jcmd(service.pid(), command);
        if (!reply.contains(done)) {
            throw new IOException(service + ": " + command[0] + ": " + reply.strip());
        }
    }
}
