package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import testing.AtOnce;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

/** However {@code ./run.sh loom} is stopped: what is in flight is answered, and nothing is left. */
class RunScriptStopTest implements AutoCloseable {
    private static final String SCRIPT = Path.of(System.getProperty("repository"), "run.sh").toString();
    private static final int KILLED = 128 + 9;

    private final Path folder = Files.createTempDirectory("folder");
    /** Any name will do for TMPDIR. */
    private final Path scratch = Files.createDirectory(folder.resolve("-dash\nand line"));
    private final HttpClient client = HttpClient.newHttpClient();

    RunScriptStopTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        client.close();
        Files.deleteIfExists(scratch);
        // Whoever attached to a JVM that was then killed, as the test of observe does, may not have removed its file.
        try (Stream<Path> attach = Files.list(folder)) {
            for (Path file : attach.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(folder);
    }

    private interface Stop {
        void of(Program program) throws Exception;
    }

    /** Ctrl-C reaches both services too; service two must go on until service one has had its last answers. */
    @Test
    void controlCAnswersWhatIsInFlight() throws Exception {
        whatIsInFlightIsAnswered(program -> program.signalGroup("INT"));
    }

    /**
     * So do the SIGHUP of a terminal that is closed and the SIGTERM of systemd; and timeout(1) tells its child, and
     * then its child's whole process group.
     */
    @Test
    @Slow("starts programs")
    void eachSignalToTheWholeGroupAnswersWhatIsInFlight() throws Exception {
        AtOnce.run(Stream.of(() -> whatIsInFlightIsAnswered(program -> program.signalGroup("HUP")),
                () -> whatIsInFlightIsAnswered(program -> {
                    program.signalGroup("TERM");
                    program.signalGroup("TERM");
                })));
    }

    private void whatIsInFlightIsAnswered(Stop stop) throws Exception {
        try (Program run = Program.job("run.sh", "loom", "--port", "0", "--service-two-port", "0")) {
            stopWithARequestInFlight(run, stop);
            assertEquals(0, run.exitCode());
            assertContains(" 0 cut off", run.output());
            assertTrue(!run.output().contains("service two has ended"), run.output());
        }
    }

    private void stopWithARequestInFlight(Program run, Stop stop) throws Exception {
        int port = run.awaitPort("one");
        var answer = client.sendAsync(request(port, "/meetings"), HttpResponse.BodyHandlers.ofString());
        Await.until("it is in flight", () -> answer.isDone() || isInFlight(port));
        stop.of(run);
        assertEquals(200, answer.get().statusCode());
    }

    private boolean isInFlight(int port) throws Exception {
        String stats = client.send(request(port, "/stats"), HttpResponse.BodyHandlers.ofString()).body();
        return stats.contains("\"authenticate\":1");
    }

    private static HttpRequest request(int port, String path) {
        URI uri = URI.create("http://127.0.0.1:" + port + path);
        return HttpRequest.newBuilder(uri).header("Authorization", "token").build();
    }

    @Test
    @Slow("starts programs")
    void eachOfTheSignalsStopsBothAndLeavesNothingBehind() throws Exception {
        for (String signal : List.of("TERM", "HUP")) {
            try (Program run = start()) {
                run.awaitPort("one");
                assertTrue(!leftovers().isEmpty(), "else this looks for them in vain");
                requireNothingIsLeft(run, () -> run.signal(signal));
                assertEquals(0, run.exitCode(), signal);
            }
        }
    }

    /** Nobody can trap SIGKILL: so it is not the script that stops them. */
    @Test
    @Slow("starts programs")
    void killingTheScriptAnswersWhatIsInFlightAndLeavesNothingBehind() throws Exception {
        try (Program run = start()) {
            run.awaitPort("one");
            requireNothingIsLeft(run, () -> stopWithARequestInFlight(run, program -> program.signal("KILL")));
            assertEquals(KILLED, run.exitCode());
            assertContains(" 0 cut off", run.output());
            assertTrue(!run.output().contains("service two has ended"), run.output());
        }
    }

    /** Whatever it is at. Its folder may stay, where there is nobody yet to remove it. */
    @Test
    @Slow("starts programs")
    void killingTheScriptWhileItStartsLeavesNoProcessBehind() throws Exception {
        for (int millis = 40; millis <= 400; millis += 40) {
            try (Program run = start()) {
                Thread.sleep(millis);
                requireNoProcessIsLeft(run, () -> run.signal("KILL"));
            }
        }
        for (Path left : leftovers()) {
            try (Stream<Path> files = Files.walk(left)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    /** Nobody says then that service two is missing. */
    @Test
    @Slow("starts programs")
    void theEndOfServiceOneIsTheEndOfAll() throws Exception {
        try (Program run = start()) {
            run.awaitPort("one");
            String pid = run.output().replaceFirst("(?s).*service one ready at \\S+ \\(loom, pid (\\d+).*", "$1");
            ProcessHandle one = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            requireNothingIsLeft(run, () -> assertTrue(one.destroyForcibly(), "service one"));
            assertEquals(KILLED, run.exitCode());
            assertTrue(!run.output().contains("service two has ended"), run.output());
        }
    }

    /** Such as {@code ./run.sh loom | head -n 2}: not even service one's own last words have a reader. */
    @Test
    @Slow("starts programs")
    void answersWhatIsInFlightWhereNobodyReadsWhatIsSaid() throws Exception {
        try (Program run = start("bash", "-c", "exec \"$@\" > >(head -n 2)", "unread")) {
            run.awaitPort("one");
            requireNothingIsLeft(run, () -> stopWithARequestInFlight(run, Program::terminate));
            assertEquals(0, run.exitCode());
            assertEquals(2L, run.output().lines().count(), run.output());
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    /** No process and no file, after that step. */
    private void requireNothingIsLeft(Program run, Step step) throws Exception {
        requireNoProcessIsLeft(run, step);
        assertEquals(List.of(), leftovers());
    }

    private void requireNoProcessIsLeft(Program run, Step step) throws Exception {
        List<ProcessHandle> started = ProcessHandle.of(run.pid()).orElseThrow().descendants().toList();
        try {
            step.run();
            for (ProcessHandle each : started) {
                Await.until(each.info() + " has ended", () -> !each.isAlive());
            }
        } finally {
            started.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private Program start(String... by) throws IOException {
        Stream<String> script = Stream.of(SCRIPT, "loom", "--port", "0", "--service-two-port", "0");
        Stream<String> place = Stream.of("sh", "-c", "cd \"$0\" && TMPDIR=$1 && export TMPDIR && shift && exec \"$@\"",
                folder.toString(), scratch.getFileName().toString());
        return Program.command(Stream.of(place, Stream.of(by), script).flatMap(each -> each).toArray(String[]::new));
    }

    private List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.list(scratch)) {
            return files.toList();
        }
    }
}
