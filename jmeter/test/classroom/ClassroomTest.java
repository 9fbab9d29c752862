package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import classroom.run.FakeExperiments;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.http.Changes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

/** The command as it is typed: what it refuses, how it begins, and how it ends. */
class ClassroomTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String ON_FREE_PORTS = "--vote-port 0 --bind 127.0.0.1 --port 0";
    /** What is typed, and a word of what is said of it. */
    private static final String[][] WRONG = {
        {"--vote-port 9", "--bind ADDRESS"},
        {"--bind=", "not: nothing"},
        {"--bind 224.0.0.1", "not: 224.0.0.1"},
        {"--bind 255.255.255.255", "not: 255.255.255.255"},
        {"--bind [1", "not: [1"},
        {"--bind 127.0.0.1 --port 8091", "two ports"},
        {"--answers --worksheet", "one at a time"},
        {"--seed -1", "--seed takes"},
        {"three", "options only"}};

    private static CommandLine line(String typed) throws UsageException {
        return CommandLine.parse(Classroom.TOOL.options(), typed.split(" "));
    }

    @Test
    void whatCannotBeIsRefused() {
        for (String[] row : WRONG) {
            assertContains(row[1], assertThrows(UsageException.class, () -> Classroom.check(line(row[0])))
                    .getMessage());
        }
    }

    /** On a thread of its own, until that is interrupted. */
    private static FutureTask<Void> serve(String typed, ByteArrayOutputStream out) {
        FutureTask<Void> serving = new FutureTask<>(() -> {
            Classroom.serve(REPOSITORY, line(typed), new Changes(), new FakeExperiments(), new PrintStream(out, true));
            return null;
        });
        Thread.ofPlatform().daemon().start(serving);
        return serving;
    }

    /** The room's listener leads to nothing of the teacher's. */
    @Test
    void itServesBothPagesUntilItIsToldToEnd() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FutureTask<Void> serving = serve(ON_FREE_PORTS, out);
        Await.until("both pages are ready", () -> serving.isDone() && serving.get() == null
                || out.toString().contains("code "));
        String page = out.toString().replaceFirst("(?s)class ready at (\\S+) \\(pid .*", "$1");
        String votes = out.toString().replaceFirst("(?s).*; the room votes at (\\S+), code.*", "$1");
        assertEquals(200, status(page + "state"));
        assertEquals(200, status(votes));
        for (String path : List.of("state", "live", "run", "show", "play.csv")) {
            assertEquals(404, status(votes + path), "the room's /" + path);
        }
        serving.cancel(true);
        for (String each : List.of(page, votes)) {
            Await.until(each + " is closed", () -> isClosed(each));
        }
    }

    private static int status(String address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create(address).toURL().openConnection();
        connection.setRequestProperty("Connection", "close");
        return connection.getResponseCode();
    }

    private static boolean isClosed(String address) throws IOException {
        try {
            return status(address) < 0;
        } catch (ConnectException e) {
            return true;
        }
    }

    @Test
    void aPortInUseIsToldWithTheOptionThatTakesAnother() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();
            for (String option : List.of("--port", "--vote-port")) {
                String typed = ON_FREE_PORTS.replace(option + " 0", option + ' ' + port);
                String why = assertThrows(ExecutionException.class,
                        () -> serve(typed, new ByteArrayOutputStream()).get()).getMessage();
                assertContains("cannot listen at 127.0.0.1:" + port, why);
                assertContains(option, why);
            }
        }
    }

    /** Without a Maven to fetch JMeter with. */
    @Test
    @Slow("starts the program")
    void aSignalEndsTheProgram() throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "PATH=", System.getProperty("java.home") + "/bin/java",
                "-Drepository=" + REPOSITORY, "-cp", System.getProperty("java.class.path"), Classroom.class.getName()));
        command.addAll(List.of(ON_FREE_PORTS.split(" ")));
        try (Program program = Program.command(command.toArray(String[]::new))) {
            assertEquals(143, program.await("code ").terminate().exitCode());
        }
    }
}
