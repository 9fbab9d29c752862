package classroom;

import classroom.lesson.Lessons;
import classroom.lesson.Papers;
import classroom.run.Experiments;
import classroom.run.LocalExperiments;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import classroom.web.Session;
import classroom.web.TeacherServer;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.http.Changes;
import common.io.HostPort;
import common.process.Desktop;
import common.process.StopHook;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/**
 * The program {@code ./run.sh class}: serves the teacher's page until it is told to end. The main thread starts all and
 * waits; a signal starts the JVM's shutdown, which ends what the page has started, and then the servers.
 */
public final class Classroom {
    static final Tool TOOL = new Tool("class", "class [OPTIONS]", """
            One page from which a lesson is given, or learnt alone: questions, and for each a prediction, a run, what
            theory and the measurement say to it, and why. After them free play, and two modes side by side.
            Serves the page on the loopback interface until Ctrl-C, and starts the services and JMeter when the page
            says so; the report of each run is in jmeter/results/. Free play takes JVM flags for heap, stacks,
            collector, processors and the virtual threads' scheduler; others it refuses, and lists those that it takes.
            """, List.of(
            port("--port", 8090, "of the page; 0 for any free one"),
            Option.flag("--open", "open the page in the browser"),
            Option.text("--bind", "ADDRESS", "", "an address of this machine", "let the room vote, on a second page at "
                    + "this address of this machine; 0.0.0.0 for all of its addresses. Nothing but a vote can be given "
                    + "there"),
            port("--vote-port", 8091, "of that page; 0 for any free one"),
            Option.number("--seed", "N", "0", 0, 999_999_999,
                    "other numbers in the lessons, the same for the same N; 0 for the printed ones"),
            Option.flag("--answers",
                    "print the answers for the teacher, and start nothing; with --seed for those numbers"),
            Option.flag("--worksheet",
                    "print a page to be printed (HTML), and start nothing; with --seed for those numbers")), """
            Exit codes: 0 printed, 1 usage, 2 could not start: a port is taken; 130, 143, 129 after Ctrl-C, SIGTERM, the
            end of the terminal.
            """);

    private static Option port(String name, int standard, String meaning) {
        return Option.number(name, "PORT", Integer.toString(standard), 0, 65_535, meaning);
    }

    private Classroom() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, Classroom::run).code());
    }

    private static ExitCode run(CommandLine line) throws UsageException, IOException, InterruptedException {
        check(line);
        Path repository = Tool.repository();
        int seed = line.number("--seed");
        if (line.has("--answers")) {
            print(Papers.answers(repository, seed));
        } else if (line.has("--worksheet")) {
            print(Papers.worksheet(repository, seed));
        } else {
            Changes changes = new Changes();
            serve(repository, line, changes, new LocalExperiments(repository, changes), System.out);
        }
        return ExitCode.OK;
    }

    static void check(CommandLine line) throws UsageException {
        line.expectNoWord();
        if (line.has("--vote-port") && !line.has("--bind")) {
            throw new UsageException("--vote-port is for a class that votes: --bind ADDRESS");
        }
        if (line.has("--answers") && line.has("--worksheet")) {
            throw new UsageException("one at a time: --answers or --worksheet");
        }
        int port = line.number("--port");
        if (line.has("--bind") && port != 0 && port == line.number("--vote-port")) {
            throw new UsageException("--port and --vote-port are two ports, not both " + port);
        }
        if (line.has("--bind")) {
            bind(line);
        }
    }

    /** The system lets a listener have an address of many machines, too, where no connection ever comes. */
    private static InetAddress bind(CommandLine line) throws UsageException {
        String text = line.text("--bind");
        try {
            InetAddress address = InetAddress.getByName(text);
            if (!text.isBlank() && !address.isMulticastAddress()      // a blank is the loopback address
                    && !address.getHostAddress().equals("255.255.255.255")) {
                return address;
            }
        } catch (UnknownHostException e) {
            // as the others: no listener of this machine can have it
        }
        throw new UsageException("--bind takes an address of this machine, not: "
                + (text.isBlank() ? "nothing" : text));
    }

    private static void print(String paper) throws IOException {
        System.out.print(paper);
        if (System.out.checkError()) {
            throw new IOException("the output could not be written");
        }
    }

    /** Returns when the JVM is told to end, or its thread is interrupted. @param out is told where the pages are */
    static void serve(Path repository, CommandLine line, Changes changes, Experiments experiments, PrintStream out)
            throws UsageException, IOException, InterruptedException {
        int seed = line.number("--seed");
        Worker worker = new Worker(changes);
        Ballot ballot = new Ballot(changes::tell);
        CountDownLatch ended = new CountDownLatch(1);
        try (StopHook _ = new StopHook(() -> end(worker, ended), ended::countDown);
                VoteServer vote = voteServer(line, ballot);      // null where the room does not vote
                TeacherServer server = teacherServer(line.number("--port"), Session.of(Lessons.all(repository, seed),
                        seed, experiments, worker, changes, Optional.ofNullable(vote)))) {
            announce(out, server, vote, line.has("--open"));
            experiments.prepare();      // the page is of use meanwhile
            ended.await();
        }
    }

    /** What the page has started ends first: until then it shows that it does. */
    private static void end(Worker worker, CountDownLatch ended) throws InterruptedException {
        worker.close();
        ended.countDown();
    }

    private static TeacherServer teacherServer(int port, Session session) throws IOException {
        try {
            return new TeacherServer(port, session);
        } catch (BindException e) {
            throw new IOException("cannot listen at 127.0.0.1:" + port + ": " + e.getMessage() + ", perhaps by another "
                    + "class; --port takes another port, 0 any free one", e);
        }
    }

    private static VoteServer voteServer(CommandLine line, Ballot ballot) throws UsageException, IOException {
        if (!line.has("--bind")) {
            return null;
        }
        InetAddress bind = bind(line);
        int port = line.number("--vote-port");
        try {
            return new VoteServer(bind, port, ballot);
        } catch (BindException e) {
            throw new IOException("cannot listen at " + new HostPort(bind.getHostAddress(), port) + ": "
                    + e.getMessage() + "; --bind takes an address of this machine, --vote-port another port, 0 any "
                    + "free one", e);
        }
    }

    /** @param vote null where the room does not vote */
    private static void announce(PrintStream out, TeacherServer server, VoteServer vote, boolean open)
            throws InterruptedException {
        out.println("class ready at " + server.address() + " (pid " + ProcessHandle.current().pid() + ")"
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
