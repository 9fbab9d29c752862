package look;

import common.json.Json.JsonException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code threads}: what the JDK itself says about a service's threads, in a few lines. */
final class ThreadsCommand {
    static void run(RunningService service, PrintStream out) throws IOException, InterruptedException {
        Path sources = Observe.repository().resolve("service-one/src");
        out.printf("%s%n", service);
        out.print(new ThreadsReport(new Whereabouts(sources)).of(dump(service.pid())));
        out.printf("%nthe virtual threads' scheduler: %s%n", scheduler(service.pid()));
        out.printf("%nall of it: jcmd %1$d Thread.dump_to_file -format=json FILE; jcmd %1$d Thread.vthread_scheduler%n",
                service.pid());
    }

    private static ThreadDump dump(long pid) throws IOException, InterruptedException {
        Path file = Files.createTempFile("threads", ".json");
        try {
            Jdk.jcmd(pid, "Thread.dump_to_file", "-format=json", "-overwrite", file.toString());
            return ThreadDump.parse(Files.readString(file));
        } catch (JsonException e) {
            throw new IOException("the thread dump cannot be read: " + e.getMessage(), e);
        } finally {
            Files.delete(file);
        }
    }

    /** Without the first line, which repeats the pid, and without the scheduler's own identity. */
    private static String scheduler(long pid) throws IOException, InterruptedException {
        String text = Jdk.jcmd(pid, "Thread.vthread_scheduler");
        return text.lines().skip(1).findFirst().orElse("not started")
                .replaceFirst("^java\\.util\\.concurrent\\.ForkJoinPool@\\w+", "");
    }
}
