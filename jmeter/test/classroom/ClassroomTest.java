package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.page.Changes;
import classroom.run.FakeExperiments;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import testing.Await;
import testing.Program;
import testing.Test;

class ClassroomTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Pattern READY = Pattern.compile("class ready at http://127.0.0.1:(\\d+)/ \\(pid \\d+\\); "
            + "the room votes at http://127.0.0.1:(\\d+)/, code (\\w+)");
    private static final String ON_FREE_PORTS = "--vote-port 0 --bind 127.0.0.1 --port 0";
    private static final String[][] WRONG = {
        {"--vote-port 9", "--bind ADDRESS"},
        {"--bind=", "not: nothing"},
        {"--bind 224.0.0.1", "not: 224.0.0.1"},
        {"--bind 255.255.255.255", "not: 255.255.255.255"},
        {"--bind [1", "not: [1"},
        {"--bind 127.0.0.1 --port 8091", "must differ"},
        {"--answers --worksheet", "not both"},
        {"--seed -1", "--seed takes"},
        {"three", "options only"}};

    private static CommandLine line(String typed) throws UsageException {
        return CommandLine.parse(Classroom.TOOL.options(), typed.split(" "));
    }

    @Test
    void wrongCommandLinesAreRefused() {
        for (String[] row : WRONG) {
            assertContains(row[1], assertThrows(UsageException.class, () -> Classroom.check(line(row[0])))
                    .getMessage());
        }
    }

    private static FutureTask<Void> serve(String typed, ByteArrayOutputStream out) {
        FutureTask<Void> serving = new FutureTask<>(() -> {
            Classroom.check(line(typed));
            Classroom.serve(REPOSITORY, line(typed), new Changes(), new FakeExperiments(), new PrintStream(out, true));
            return null;
        });
        Thread.ofPlatform().daemon().start(serving);
        return serving;
    }

    @Test
    void servesBothPagesUntilItIsStopped() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FutureTask<Void> serving = serve(ON_FREE_PORTS, out);
        // If the server has failed, get() throws the reason.
        Await.until("both pages are ready", () -> serving.isDone() && serving.get() == null
                || out.toString().contains("code "));
        Matcher ready = READY.matcher(out.toString());
        assertTrue(ready.lookingAt(), out.toString());
        Browser page = new Browser(Integer.parseInt(ready.group(1)));
        Browser votes = new Browser(Integer.parseInt(ready.group(2)));
        assertEquals(200, Browser.status(page.get("/state")));
        assertContains("\"joined\":true", votes.join(ready.group(3)));
        for (String path : List.of("/state", "/live", "/run", "/show", "/play")) {
            assertEquals(404, Browser.status(votes.get(path)), "the voters' page has no " + path);
        }
        serving.cancel(true);
        Await.until("both pages are closed", () -> isClosed(page) && isClosed(votes));
    }

    private static boolean isClosed(Browser browser) {
        try {
            return browser.get("/").isEmpty();
        } catch (IOException e) {
            return true;
        }
    }

    @Test
    void theMessageAboutAPortInUseNamesTheOption() throws Exception {
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

    /** With an empty PATH, the program finds no Maven that could fetch JMeter. */
    @Test
    void aSignalEndsTheProgram() throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "PATH=", System.getProperty("java.home") + "/bin/java",
                "-Drepository=" + REPOSITORY, "-cp", System.getProperty("java.class.path"), Classroom.class.getName()));
        command.addAll(List.of(ON_FREE_PORTS.split(" ")));
        try (Program program = Program.command(command.toArray(String[]::new))) {
            assertEquals(143, program.await("code ").terminate().exitCode());
        }
    }
}
