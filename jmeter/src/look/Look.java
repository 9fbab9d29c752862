package look;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.process.Desktop;
import process.RunningService;
import process.Executables;

/** The commands that show what service one's threads do. */
public final class Look {
    private static final Option PID =
            Option.number("--pid", "PID", "the running one", 1, Integer.MAX_VALUE,
            "the process ID of the service one to look at, or of any other JVM of yours");
    private static final Option PORT = Option.number("--port", "PORT", "the running one", 1, 65_535,
            "the port of the service one to look at");
    private static final Option WHICH =
            Option.flag("--which", "only show which VisualVM is installed");
    static final Option SECONDS = Option.number("SECONDS", "N", "", 1, 3_600, "");
    private static final String STANDARD_SECONDS = "20";
    static final Option LANES_SECONDS = Option.number("SECONDS", "N", "", 1, 10, "");
    private static final String STANDARD_LANES_SECONDS = "2";
    private static final String EXIT_CODES =
            "Exit codes: 0 ok, 1 usage, 2 something needed is missing.\n";

    static final Map<String, Tool> TOOLS = Map.of(
            "threads", tool("threads [--pid PID | --port PORT]", """
            Counts the threads of the running service one, or of any JVM (--pid). Platform threads are grouped by
            purpose. The pool's threads and virtual threads are grouped by the line of code where they are, and those
            on a carrier once more: who is there in each of several dumps keeps its carrier. Also prints the state of
            the virtual threads' scheduler.
            """, PID, PORT),
            "jfr", tool("jfr [SECONDS] [--pid PID | --port PORT]", """
            Records the running service one, or any JVM (--pid), with JDK Flight Recorder for SECONDS (default: %s),
            prints the most useful figures, and keeps the recording. Requests and calls are known of service one only.
            """.formatted(STANDARD_SECONDS), PID, PORT),
            "lanes", tool("lanes [SECONDS] [--pid PID | --port PORT]", """
            Records which request of the running service one had which operating-system thread, for SECONDS (default:
            %s, at most 10). Writes a page that needs no network, and a trace that ui.perfetto.dev opens.
            """.formatted(STANDARD_LANES_SECONDS), PID, PORT),
            "jconsole", tool("jconsole [--pid PID | --port PORT]", """
            Opens the JDK's own console on the running service one.
            """, PID, PORT),
            "visualvm", tool("visualvm [--which | --pid PID | --port PORT]", """
            Opens VisualVM on the running service one, with a live CPU graph (tab Monitor).
            """, PID, PORT, WHICH),
            "trace", tool("trace", """
            Starts each mode in turn on free ports, and prints side by side
            - the stack trace of a request that fails in the last of its four calls (GET /trace),
            - what a thread dump shows of a waiting request (jcmd PID Thread.dump_to_file).
            """));

    private Look() {
    }

    private static Tool tool(String synopsis, String about, Option... options) {
        return new Tool(synopsis.split(" ")[0], synopsis, about, List.of(options), EXIT_CODES);
    }

    public static void main(String... arguments) throws InterruptedException {
        String name = arguments[0];
        String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
        System.exit(TOOLS.get(name).run(rest, line -> run(name, line)).code());
    }

    static ExitCode run(String name, CommandLine line) throws IOException, InterruptedException {
        if (!Set.of("jfr", "lanes").contains(name)) {
            line.expectNoWord();
        }
        switch (name) {
            case "threads" -> ThreadsCommand.run(service(line), System.out);
            case "jfr" -> {
                int seconds = seconds(line, SECONDS, STANDARD_SECONDS);
                Recording.run(service(line), seconds, System.out);
            }
            case "lanes" -> {
                int seconds = seconds(line, LANES_SECONDS, STANDARD_LANES_SECONDS);
                LanesCommand.run(service(line), seconds, System.out);
            }
            case "jconsole" -> openJconsole(service(line));
            case "visualvm" -> openVisualVm(line);
            default -> TraceCommand.run(System.out);
        }
        return ExitCode.OK;
    }

    private static int seconds(CommandLine line, Option range, String standard) {
        return Integer.parseInt(range.check(line.word("number of seconds", standard)));
    }

    private static RunningService service(CommandLine line) throws IOException, InterruptedException {
        return Choice.of(line.number("--pid", 0), line.number("--port", 0));
    }

    private static void openJconsole(RunningService service) throws IOException, InterruptedException {
        Desktop.open("jconsole", List.of(Executables.ofJdk("jconsole"), "" + service.pid()));
        String figures = " The tab MBeans has the service's figures, under serviceone.";
        System.out.println("jconsole opens on " + service
                + ". It tries SSL first; when it asks, choose "
                + "'Insecure connection', which is safe on this machine."
                + (service.isServiceOne() ? figures : ""));
    }

    private static void openVisualVm(CommandLine line) throws IOException, InterruptedException {
        if (line.has("--which")) {
            System.out.println(VisualVm.find());
        } else {
            VisualVm.find().open(service(line), System.out);
        }
    }
}
