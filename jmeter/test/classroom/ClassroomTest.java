package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import testing.Program;
import testing.Test;

/** The command as it is typed: how it begins, and how it ends. */
class ClassroomTest {
    private static final String READY = "class ready at ";
    private static final String VOTES = "the room votes at ";

    private static String word(Program program, String before) throws Exception {
        program.await(before);
        program.await("(pid ");
        String output = program.output();
        return output.substring(output.indexOf(before) + before.length()).split("[ ,\n]")[0];
    }

    private static int status(String base, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base).resolve(path)).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.ofString()).statusCode();
        }
    }

    @Test
    void itServesThePageUntilItIsToldToEnd() throws Exception {
        for (String signal : new String[] {"TERM", "INT", "HUP"}) {
            try (Program program = Program.job("run.sh", "class", "--port", "0")) {
                String page = word(program, READY);
                assertTrue(page.startsWith("http://127.0.0.1:"), page);
                assertEquals(200, status(page, "/"));
                assertEquals(200, status(page, "/state"));
                program.signalGroup(signal);
                int code = program.exitCode();
                assertTrue(code == 143 || code == 130 || code == 129, signal + ": " + code + program.output());
                assertEquals("", program.childNames().toString().replaceAll("[\\[\\]]", ""), "left behind");
            }
        }
    }

    @Test
    void aPortInUseIsToldInOneLineThatNamesTheOption() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            refused("cannot listen at 127.0.0.1:" + port, "--port takes another port", "--port", port);
            refused("cannot listen at 127.0.0.1:" + port, "--vote-port another port", "--port", "0", "--bind",
                    "127.0.0.1", "--vote-port", port);
        }
    }

    private static void refused(String says, String option, String... arguments) throws Exception {
        String[] line = new String[arguments.length + 1];
        line[0] = "class";
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        try (Program program = Program.script("run.sh", line)) {
            assertEquals(2, program.exitCode(), program.output());
            assertEquals(1L, program.standardError().lines().count(), program.standardError());
            assertContains(says, program.standardError());
            assertContains(option, program.standardError());
            assertEquals("", program.standardOutput());
        }
    }

    @Test
    void theRoomsListenerLeadsToNothingOfTheTeachers() throws Exception {
        try (Program program = Program.script("run.sh", "class", "--port", "0", "--bind", "127.0.0.1",
                "--vote-port", "0")) {
            String votes = word(program, VOTES);
            assertTrue(!votes.equals(word(program, READY)), "one port for both");
            assertEquals(200, status(votes, "/"));
            for (String path : new String[] {"/state", "/live", "/run", "/show", "/play.csv"}) {
                assertEquals(404, status(votes, path), path);
            }
            program.terminate();
            assertEquals(143, program.exitCode());
        }
    }
}
