package classroom;

import module java.base;
import classroom.lesson.Lesson;
import classroom.lesson.Lessons;
import classroom.lesson.Papers;
import classroom.run.Experiments;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.RoomAddresses;
import classroom.vote.VoteServer;
import classroom.web.Session;
import classroom.web.TeacherServer;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.io.HostPort;
import common.process.Desktop;
import load.install.JmeterSearch;
import process.StopHook;

/**
 * {@code ./run.sh class}. The main thread starts everything and waits. After a signal, a run's programs end
 * before the servers.
 */
public final class Classroom {
    static final Tool TOOL = new Tool("class", "class [OPTIONS]", """
            Serves a page with lessons, for a teacher and a class or for one person. Each lesson asks a question. You
            predict the answer, run an experiment, compare your prediction with theory and with the measurement, and
            read why. After the lessons there is free play.
            Serves the page until Ctrl-C, and only to browsers on this machine. A run on the page starts the services
            and JMeter. Its report is in jmeter/results/. Free play accepts JVM flags for heap, stacks, collector,
            processors and the virtual threads' scheduler. If it refuses a flag, it lists the accepted flags.
            """, List.of(
            port("--port", 8090, "the page's port; 0 for any free port"),
            Option.flag("--open", "open the page in the browser"),
            new Option("--bind", "ADDRESS", "", "an address of this machine",
                    Classroom::canBeReached, "let the class vote by phone, on a "
                    + "second page at this address of this machine; 0.0.0.0 for all addresses. The second page accepts "
                    + "only votes"),
            port("--vote-port", 8091, "the voting page's port; 0 for any free port"),
            Option.number("--seed", "N", "0", 0, 999_999_999,
                    "use other numbers in the lessons; the same N gives the same numbers, and 0 the standard ones"),
            Option.flag("--answers",
                    "print the answers for the teacher, with the numbers of --seed; starts nothing"),
            Option.flag("--worksheet",
                    "print a worksheet as HTML, with the numbers of --seed; starts nothing")), """
            Exit codes: 0 printed; 1 the command line is wrong; 2 could not start, for example because a port is in use;
            130 after Ctrl-C, 143 after SIGTERM, 129 when the terminal was closed.
            """);

    private static Option port(String name, int standard, String meaning) {
        return Option.number(name, "PORT", Integer.toString(standard), 0, 65_535, meaning);
    }

    private Classroom() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, line -> run(line, System.out)).code());
    }

    static ExitCode run(CommandLine line, PrintStream out)
            throws IOException, InterruptedException {
        check(line);
        Path repository = Tool.repository();
        int seed = line.number("--seed");
        List<Lesson> lessons = Lessons.all(repository, seed);
        if (line.has("--answers")) {
            out.print(Papers.answers(lessons, seed));
        } else if (line.has("--worksheet")) {
            out.print(Papers.worksheet(lessons, seed));
        } else {
            serve(lessons, line, new Experiments(new JmeterSearch(repository, System.err)), out);
        }
        return ExitCode.OK;
    }

    static void check(CommandLine line) {
        line.expectNoWord();
        if (line.has("--vote-port") && !line.has("--bind")) {
            throw new UsageException("--vote-port needs --bind ADDRESS, which lets the class vote");
        }
        if (line.has("--answers") && line.has("--worksheet")) {
            throw new UsageException("give --answers or --worksheet, not both");
        }
        int port = line.number("--port");
        if (line.has("--bind") && port != 0 && port == line.number("--vote-port")) {
            throw new UsageException("--port and --vote-port must differ, but both are " + port);
        }
    }

    /** A listener can bind to a multicast or broadcast address, but no connection arrives there. */
    private static boolean canBeReached(String text) {
        try {
            InetAddress address = InetAddress.getByName(text);
            return !text.isBlank()      // blank text stands for the loopback address
                    && !address.isMulticastAddress()
                    && !address.getHostAddress().equals("255.255.255.255");
        } catch (UnknownHostException e) {
            return false;
        }
    }

    static void serve(List<Lesson> lessons, CommandLine line, Experiments experiments, PrintStream out)
            throws IOException, InterruptedException {
        Worker worker = new Worker(experiments);
        Ballot ballot = new Ballot(experiments.changes()::announce);
        CountDownLatch ended = new CountDownLatch(1);
        StopHook.Stop stop = () -> {
            worker.close();
            ended.countDown();
        };
        try (StopHook _ = new StopHook(stop, ended::countDown);
                VoteServer vote = voteServer(line, ballot);
                TeacherServer server = teacherServer(line.number("--port"),
                        new Session(lessons, line.number("--seed"), worker, ballot,
                                Optional.ofNullable(vote)))) {
            announce(out, server, vote, line.has("--open"));
            experiments.prepare();
            ended.await();
        }
    }

    private static TeacherServer teacherServer(int port, Session session) throws IOException {
        try {
            return new TeacherServer(port, session);
        } catch (BindException e) {
            throw new IOException("cannot listen at 127.0.0.1:" + port + ": " + e.getMessage()
                    + ". Perhaps another "
                    + "class is running. Choose another port with --port, or any free port with --port 0", e);
        }
    }

    private static VoteServer voteServer(CommandLine line, Ballot ballot)
            throws IOException {
        if (!line.has("--bind")) {
            return null;
        }
        InetAddress bind = InetAddress.getByName(line.text("--bind"));
        int port = line.number("--vote-port");
        try {
            return new VoteServer(bind, port, ballot, new RoomAddresses(bind)::places);
        } catch (BindException e) {
            throw new IOException("cannot listen at "
                    + new HostPort(bind.getHostAddress(), port) + ": " + e.getMessage()
                    + ". --bind takes an address of this machine. Choose another port with "
                    + "--vote-port, or any free port with --vote-port 0", e);
        }
    }

    private static void announce(PrintStream out, TeacherServer server, VoteServer vote,
            boolean open)
            throws InterruptedException {
        out.println("class ready at " + server.address() + " (pid "
                + ProcessHandle.current().pid() + ")"
                + (vote == null || !vote.problem().isEmpty() ? ""
                : "; the room votes at " + vote.address() + ", code " + vote.code()));
        if (vote != null && !vote.problem().isEmpty()) {
            System.err.println("class: " + vote.problem());
        }
        if (open) {
            try {
                Desktop.browse(server.address());
            } catch (IOException e) {
                System.err.println("class: " + e.getMessage() + "; open the page yourself");
            }
        }
    }
}
