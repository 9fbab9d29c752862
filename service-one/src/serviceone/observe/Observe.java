package serviceone.observe;

import java.io.IOException;
import java.util.List;

/**
 * The commands that look at a running service one from outside: {@code threads}, {@code jfr}, {@code jconsole} and
 * {@code visualvm}. Everything they tell comes from the JDK's own tools, which anyone can call the same way. Runs on the
 * main thread.
 */
public final class Observe {
    static final String USAGE = """
            usage: ./run.sh threads|jconsole|visualvm [--pid PID | --port PORT]
                   ./run.sh jfr [SECONDS] [--pid PID | --port PORT]

              threads          what the JDK says about the running service one's threads
              jfr [SECONDS]    record it for so long (20), print what is worth reading, keep the recording
              jconsole         open the JDK's own console on it
              visualvm         open VisualVM on it, with a CPU graph that moves
              --pid PID        which service one, where several run
              --port PORT      the same, by where it listens
              --help           print this and exit

            Exit codes: 0 ok, 1 usage, 2 could not.
            """;

    private Observe() {
    }

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments)).number());
    }

    static ExitCode run(List<String> arguments) throws InterruptedException {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            System.out.print(USAGE);
            return ExitCode.OK;
        }
        try {
            run(Options.parse(arguments));
            return ExitCode.OK;
        } catch (CommandException e) {
            System.err.println(e.getMessage());
            if (e.exitCode() == ExitCode.USAGE) {
                System.err.print(USAGE);
            }
            return e.exitCode();
        } catch (IOException e) {
            System.err.println("could not: " + e.getMessage());
            return ExitCode.COULD_NOT;
        }
    }

    /** It tries SSL first with every JVM, local ones included, which have none. */
    private static void openJconsole(RunningService service) throws CommandException, IOException, InterruptedException {
        Desktop.open("jconsole", List.of(Jdk.tool("jconsole"), String.valueOf(service.pid())));
        System.out.println("it asks about SSL: 'Insecure connection' is right, the process is on this machine; the figures of "
                + service + " are in its tab MBeans, under serviceone");
    }

    private static void run(Options options) throws CommandException, IOException, InterruptedException {
        RunningService service = RunningService.find(options.pid(), options.port());
        switch (options.command()) {
            case THREADS -> ThreadsCommand.run(service, System.out);
            case JFR -> JfrCommand.run(service, options.seconds(), System.out);
            case JCONSOLE -> openJconsole(service);
            case VISUALVM -> VisualVmCommand.run(service);
        }
    }
}
