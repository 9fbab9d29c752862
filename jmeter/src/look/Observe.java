package look;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import common.process.Desktop;
import serviceone.options.CommandLine;
import serviceone.options.ExitCode;
import serviceone.options.UsageException;

/**
 * The commands that show what the threads of service one do: {@code threads}, {@code jfr}, {@code jconsole} and
 * {@code visualvm} look at one that runs, {@code trace} starts its own. They ask the JDK's own tools, which anyone can
 * call the same way. Runs on the main thread.
 */
public final class Observe {
    private static final String USAGE = """
            usage: ./run.sh threads|jconsole [--pid PID | --port PORT]
                   ./run.sh jfr [SECONDS] [--pid PID | --port PORT]
                   ./run.sh visualvm [--which | --pid PID | --port PORT]
                   ./run.sh trace

              threads                    what the JDK says about the running service one's threads
              jfr [SECONDS]              record it for so long (20), print what is worth reading, keep the recording
              jconsole                   open the JDK's own console on it
              visualvm                   open VisualVM on it, with a CPU graph that moves (tab Monitor)
              trace                      start each mode in turn on free ports, and print side by side
                                         - the stack trace of a request that fails in the last of four nested calls
                                           (GET /trace),
                                         - what a thread dump shows of a request that waits
                                           (jcmd PID Thread.dump_to_file)

            %s
            Exit codes: 0 ok, 1 usage, 2 something needed is missing.
            """;

    private Observe() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        Locale.setDefault(Locale.ROOT);      // as all that the project says, wherever the user lives
        System.exit(run(List.of(arguments)).number());
    }

    private static ExitCode run(List<String> arguments) throws InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.printf(USAGE, CommandLine.usage(Options.ALL));
            return ExitCode.OK;
        }
        String name = arguments.isEmpty() ? "observe" : arguments.getFirst();
        try {
            run(Options.parse(arguments));
            return ExitCode.OK;
        } catch (UsageException e) {
            System.err.println(name + ": " + e.getMessage() + System.lineSeparator()
                    + "usage: ./run.sh " + Options.synopsis(name) + "; --help explains it");
            return ExitCode.USAGE;
        } catch (IOException | CompletionException e) {
            System.err.println(name + ": " + e.getMessage());
            return ExitCode.COULD_NOT;
        }
    }

    private static void run(Options options) throws IOException, InterruptedException {
        switch (options.command()) {
            case THREADS -> ThreadsCommand.run(service(options), System.out);
            case JFR -> JfrCommand.run(service(options), options.seconds(), System.out);
            case JCONSOLE -> openJconsole(service(options));
            case VISUALVM -> openVisualVm(options);
            case TRACE -> TraceCommand.run(System.out);
        }
    }

    private static RunningService service(Options options) throws CommandException {
        return RunningService.find(options.pid(), options.port());
    }

    private static void openVisualVm(Options options) throws IOException, InterruptedException {
        if (options.which()) {
            VisualVmCommand.sayWhich(System.out);
        } else {
            VisualVmCommand.run(service(options));
        }
    }

    private static void openJconsole(RunningService service) throws IOException, InterruptedException {
        Desktop.open("jconsole", List.of(Jdk.tool("jconsole"), String.valueOf(service.pid())));
        System.out.println("it tries SSL first, and asks: 'Insecure connection' is right on this machine; "
                + service + ": its figures are in the tab MBeans, under serviceone");
    }

    /** This project's folder, as {@code run.sh} says. */
    static Path repository() {
        return Path.of(System.getProperty("repository", "."));
    }
}
