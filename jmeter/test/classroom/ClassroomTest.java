package classroom;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import classroom.lesson.Lessons;
import classroom.lesson.Papers;
import classroom.run.FakeExperiments;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.UsageException;
import testing.Await;
import testing.Printed;
import testing.Program;
import testing.Slow;
import testing.Test;
import testing.Words;

class ClassroomTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Pattern PORT = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)/");
    private static final Pattern CODE = Pattern.compile("[A-Z0-9]{4}$");
    private static final String ON_FREE_PORTS = "--vote-port 0 --bind 127.0.0.1 --port 0";
    private static final List<String> WRONG = List.of("--vote-port 9", "--bind=", "--bind 224.0.0.1",
            "--bind 255.255.255.255", "--bind [1", "--bind 127.0.0.1 --port 8091",
            "--bind 127.0.0.1 --port 9 --vote-port 9", "--answers --worksheet");
    private static final List<String> GOOD = List.of("", "--port 8091", "--port 8091 --bind 127.0.0.1 --vote-port 8090",
            "--bind 0.0.0.0 --port 0 --vote-port 0", "--answers --seed 3", "--worksheet", "--open --bind 10.0.0.1");
    /** The parser of all commands refuses these. */
    private static final List<String> WRONG_FOR_THE_PARSER = List.of("three", "--seed -1", "--seed 1000000000",
            "--port 65536", "--vote-port 65536", "--open=1");

    private static CommandLine line(String typed) throws UsageException {
        return CommandLine.parse(Classroom.TOOL.options(), typed.isEmpty() ? new String[0] : typed.split(" "));
    }

    @Test
    void wrongCommandLinesAreRefused() throws Exception {
        List<String> messages = new ArrayList<>();
        for (String typed : WRONG) {
            messages.add(typed + " -> " + assertThrows(UsageException.class, () -> Classroom.check(line(typed)))
                    .getMessage());
        }
        Words.assertSame("class", "wrong command lines", String.join("\n", messages));
        for (String typed : WRONG_FOR_THE_PARSER) {
            assertThrows(UsageException.class, () -> Classroom.check(line(typed)));
        }
        for (String typed : GOOD) {
            Classroom.check(line(typed));      // throws nothing
        }
    }

    @Test
    void theHelpExplainsEachOption() throws Exception {
        String help = Classroom.TOOL.usage().replaceFirst("(?m)^  -h, --help.*\n", "");
        Words.assertSame("class", "help", help.substring(help.indexOf("class [")));
    }

    @Test
    void printsThePaperThatWasAskedFor() throws Exception {
        for (String typed : List.of("--answers", "--worksheet --seed 7")) {
            Printed out = new Printed();
            assertEquals(ExitCode.OK, Classroom.run(line(typed), out));
            assertEquals(typed.equals("--answers") ? Papers.answers(Lessons.all(REPOSITORY, 0), 0)
                    : Papers.worksheet(Lessons.all(REPOSITORY, 7), 7),
                    out.toString());
        }
    }

    private static FutureTask<Void> serve(String typed, ByteArrayOutputStream out) {
        FutureTask<Void> serving = new FutureTask<>(() -> {
            Classroom.check(line(typed));
            Classroom.serve(Lessons.all(REPOSITORY, 0), line(typed), new FakeExperiments(),
                    new PrintStream(out, true));
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
                || out.toString().endsWith("\n"));
        String ready = out.toString().strip();
        List<Integer> ports = PORT.matcher(ready).results().map(port -> Integer.parseInt(port.group(1))).toList();
        Browser page = new Browser(ports.getFirst());
        Browser votes = new Browser(ports.getLast());
        Words.assertSame("class", "ready", CODE.matcher(PORT.matcher(ready).replaceAll("‹address›"))
                .replaceAll("‹code›").replace(ProcessHandle.current().pid() + ")", "‹pid›)"));
        assertEquals(200, Browser.status(page.get("/state")));
        assertContains("\"joined\":true", votes.join(ready.substring(ready.length() - 4)));
        for (String path : List.of("/state", "/live", "/run", "/show", "/play")) {
            assertEquals(404, Browser.status(votes.get(path)), "the voters' page has no " + path);
        }
        serving.cancel(true);
        Await.until("both pages are closed", () -> isClosed(page) && isClosed(votes));
    }

    @Test
    void aClassThatDoesNotVoteHasOnePage() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FutureTask<Void> serving = serve("--port 0", out);
        Await.until("the page is ready", () -> serving.isDone() && serving.get() == null
                || out.toString().endsWith("\n"));
        Words.assertSame("class", "ready, without a vote", PORT.matcher(out.toString()).replaceAll("‹address›")
                .replace(ProcessHandle.current().pid() + ")", "‹pid›)"));
        serving.cancel(true);
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
                Throwable refused = assertThrows(ExecutionException.class,
                        () -> serve(typed, new ByteArrayOutputStream()).get()).getCause();
                assertEquals(IOException.class, refused.getClass());
                assertContains("127.0.0.1:" + port, refused.getMessage());
                Words.assertSame("class", option + " is in use", refused.getMessage().replace("" + port, "‹port›")
                        .replace(refused.getCause().getMessage(), "‹the system's reason›"));
            }
        }
    }

    /** With an empty PATH, the program finds no Maven that could fetch JMeter. */
    @Test
    @Slow("starts a JVM")
    void aSignalEndsTheProgram() throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "PATH=", System.getProperty("java.home") + "/bin/java",
                "-Drepository=" + REPOSITORY, "-cp", System.getProperty("java.class.path"), Classroom.class.getName()));
        command.addAll(List.of(ON_FREE_PORTS.split(" ")));
        try (Program program = Program.command(command.toArray(String[]::new))) {
            assertEquals(143, program.await("http://").terminate().exitCode());
        }
    }
}
