package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import testing.Program;
import testing.Slow;
import testing.Test;

/** The command as it is typed: what it refuses, how it begins, and how it ends. */
class ClassroomTest {
    /** What is typed, and a word of what is said of it. */
    private static final String[][] WRONG = {
        {"--vote-port 9", "--bind ADDRESS"},
        {"--bind=", "not: nothing"},
        {"--bind 224.0.0.1", "not: 224.0.0.1"},
        {"--bind 255.255.255.255", "not: 255.255.255.255"},
        {"--bind 127.0.0.1 --port 8091", "two ports"},
        {"--bind nowhere.invalid", "not: nowhere.invalid"},
        {"--answers --worksheet", "one at a time"},
        {"--seed -1", "--seed takes"},
        {"three", "options only"}};

    @Test
    void whatCannotBeIsRefused() {
        for (String[] row : WRONG) {
            UsageException refused = assertThrows(UsageException.class, () ->
                    Classroom.check(CommandLine.parse(Classroom.TOOL.options(), row[0].split(" "))));
            assertContains(row[1], refused.getMessage());
        }
    }

    private static int status(String base, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base).resolve(path)).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString()).statusCode();
        }
    }

    /** The room's listener leads to nothing of the teacher's. */
    @Test
    void itServesBothPagesUntilItIsToldToEnd() throws Exception {
        try (Program program = Program.job("run.sh", "class", "--port", "0", "--bind", "127.0.0.1",
                "--vote-port", "0")) {
            String said = program.await("code ").output();
            String page = said.replaceFirst("(?s).*class ready at (\\S+) \\(pid .*", "$1");
            String votes = said.replaceFirst("(?s).*; the room votes at (\\S+), code.*", "$1");
            assertEquals(200, status(page, "/state"));
            assertEquals(200, status(votes, "/"));
            for (String path : new String[] {"/state", "/live", "/run", "/show", "/play.csv"}) {
                assertEquals(404, status(votes, path), path);
            }
            program.signalGroup("TERM");
            assertEquals(143, program.exitCode());
            assertEquals("[]", program.childNames().toString(), "left behind");
        }
    }

    @Test
    @Slow("starts programs")
    void aPortInUseIsToldInOneLineThatNamesTheOption() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            refused(port, "--port takes another port", "class", "--port", port);
            refused(port, "--vote-port another port", "class", "--port", "0", "--bind", "127.0.0.1", "--vote-port",
                    port);
        }
    }

    private static void refused(String port, String option, String... line) throws Exception {
        try (Program program = Program.script("run.sh", line)) {
            assertEquals(2, program.exitCode(), program.output());
            assertEquals(1L, program.standardError().lines().count(), program.standardError());
            assertContains("cannot listen at 127.0.0.1:" + port, program.standardError());
            assertContains(option, program.standardError());
        }
    }
}
