package classroom;

import classroom.lesson.Lessons;
import classroom.lesson.Papers;
import classroom.run.Changes;
import classroom.run.LoadGenerator;
import classroom.run.LocalExperiments;
import classroom.run.Worker;
import classroom.vote.Ballot;
import classroom.vote.VoteServer;
import classroom.web.Session;
import classroom.web.Session.Room;
import classroom.web.TeacherServer;
import common.commandline.CommandLine;
import common.commandline.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.process.Desktop;
import common.process.StopHook;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import load.HostPort;

/**
 * The program {@code ./run.sh class}: serves the teacher's page until it is told to end. The main thread starts all and
 * waits; a signal starts the JVM's shutdown, which ends what the page has started, and then the servers.
 */
public final class Classroom {
    private Classroom() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(ClassOptions.TOOL.run(arguments, Classroom::run).code());
    }

    private static ExitCode run(CommandLine line) throws UsageException, IOException, InterruptedException {
        ClassOptions options = ClassOptions.of(line);
        Path repository = Tool.repository();
        if (options.answers()) {
            print(Papers.answers(repository, options.seed()));
        } else if (options.worksheet()) {
            print(Papers.worksheet(repository, options.seed()));
        } else {
            serve(repository, options);
        }
        return ExitCode.OK;
    }

    private static void print(String paper) throws IOException {
        System.out.print(paper);
        if (System.out.checkError()) {
            throw new IOException("the output could not be written");
        }
    }

    private static void serve(Path repository, ClassOptions options) throws IOException, InterruptedException {
        Changes changes = new Changes();
        Worker worker = new Worker(changes);
        Ballot ballot = new Ballot(changes::tell);
        LoadGenerator jmeter = new LoadGenerator(repository, changes);
        CountDownLatch ended = new CountDownLatch(1);
        try (StopHook _ = new StopHook(() -> end(worker, ended), ended::countDown);
                VoteServer vote = voteServer(options, ballot);      // null where the room does not vote
                TeacherServer server = teacherServer(options.port(), Session.of(Lessons.all(repository, options.seed()),
                        options.seed(), new LocalExperiments(repository, jmeter), jmeter::problem, worker, changes,
                        Optional.ofNullable(vote).map(each -> new Room(ballot, each))))) {
            announce(server, vote, options.open());
            jmeter.prepare();      // the page is of use meanwhile
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

    private static VoteServer voteServer(ClassOptions options, Ballot ballot) throws IOException {
        if (options.bind().isEmpty()) {
            return null;
        }
        try {
            return new VoteServer(options.bind().get(), options.votePort(), ballot);
        } catch (BindException e) {
            HostPort place = new HostPort(options.bind().get().getHostAddress(), options.votePort());
            throw new IOException("cannot listen at " + place + ": " + e.getMessage()
                    + "; --bind takes an address of this machine, --vote-port another port, 0 any free one", e);
        }
    }

    /** @param vote null where the room does not vote */
    private static void announce(TeacherServer server, VoteServer vote, boolean open) throws InterruptedException {
        System.out.println("class ready at " + server.address() + " (pid " + ProcessHandle.current().pid() + ")"
                + (vote == null ? "" : "; the room votes at " + vote.address() + ", code " + vote.code()));
        if (open) {
            try {
                Desktop.browse(server.address());
            } catch (IOException e) {
                System.err.println("class: " + e.getMessage() + "; open the page yourself");
            }
        }
    }
}
