package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import common.io.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import testing.Await;
import testing.Program;
import testing.Test;

/** The program: its options, where it listens, and its end. */
class ServiceTwoTest {
    @Test
    void theDefaultsAreThoseOfTheUsage() throws Exception {
        for (String standard : List.of("(8087)", "(127.0.0.1)", "(50)", "(333)", "(0)")) {
            assertContains(standard, ServiceTwo.TOOL.usage());
        }
        try (ServiceTwo two = new ServiceTwo("--port=0")) {
            assertContains("\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":null", Caller.stats(two));
        }
    }

    private static final Pattern OPTION = Pattern.compile("(?m)^ +(--[a-z-]+)");

    /** run.sh sorts the options of a mode into the two services' own, by a list of its own; its usage is our own. */
    @Test
    void runShKnowsWhatConcernsTheServiceTwoThatItStarts() throws Exception {
        String script = Files.readString(Path.of(System.getProperty("repository"), "run.sh"));
        String sorted = script.substring(script.indexOf("--service-two-port|"));
        String cases = sorted.substring(0, sorted.indexOf(')'));
        List<String> own = List.of("--port", "--bind", "--until-stdin-closes");
        for (String option : OPTION.matcher(ServiceTwo.TOOL.usage()).results().map(found -> found.group(1)).toList()) {
            if (!own.contains(option)) {
                assertTrue(List.of(cases.split("[|\\\\\\s]+")).contains(option), "run.sh takes " + option);
            }
        }
    }

    private record Bad(String message, String... arguments) {
    }

    @Test
    void whatCannotBeTakenIsNamedWithWhatItTakes() {
        Bad[] table = {
            new Bad("--port takes a number from 0 to 65535, not: 65536", "--port", "65536"),
            new Bad("--service-two-port takes a number from 0 to 65535, not: x", "--service-two-port=x"),
            new Bad("--delay takes a number of milliseconds from 0 to 600000, not: -1", "--delay=-1"),
            new Bad("--authorize-permits takes a number from 0 to 1000000, not: 1.5", "--authorize-permits", "1.5"),
            new Bad("--error-percent takes a number from 0 to 100, not: 101", "--error-percent", "101"),
            new Bad("--error-percent, --hang-percent and --reset-percent take 100 together at most",
                    "--error-percent", "34", "--hang-percent", "33", "--reset-percent", "34"),
            new Bad("--slow-start takes a number of seconds from 0 to 3600, not: 3601", "--slow-start", "3601"),
            new Bad("--bind takes an address of this machine, not: nothing", "--bind="),
            new Bad("takes options only, not: word", "word")};
        for (Bad row : table) {
            var failure = assertThrows(UsageException.class, () -> new ServiceTwo(row.arguments));
            assertEquals(row.message, failure.getMessage());
        }
    }

    private record CannotListen(String bind, int port, String says) {
    }

    @Test
    void whatCannotBeListenedOnIsNamedWithTheOptionThatHelps() throws Exception {
        try (ServiceTwo first = new ServiceTwo("--service-two-port=0")) {
            int taken = first.port();
            CannotListen[] table = {
                new CannotListen("127.0.0.1", taken, "cannot listen on 127.0.0.1 port " + taken + ": Address already "
                        + "in use; --port (./run.sh loom, pool and async: --service-two-port) takes another one"),
                new CannotListen("192.0.2.1", 0, "; --bind takes an address of this machine"),
                new CannotListen("no.such.host.invalid", 0, "; --bind takes an address of this machine")};
            for (CannotListen row : table) {
                assertContains(row.says, assertThrows(IOException.class,
                        () -> new ServiceTwo("--bind", row.bind, "--port=" + row.port)).getMessage());
            }
        }
    }

    /** The next test has accepting fail in earnest. */
    @Test
    void acceptingBacksOffAndTriesAgain() throws Exception {
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                EventLoop loop = new EventLoop(Thread.ofPlatform())) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ServiceTwo.Acceptance acceptance = new ServiceTwo.Acceptance(listener,
                    new Connection.Shared(loop, null, null, null, null, null, null, Connection.Limits.STANDARD));
            SelectionKey key = loop.register(listener, SelectionKey.OP_ACCEPT, acceptance);
            acceptance.failed(new IOException("too many open files, says the test"));
            assertEquals(0, key.interestOps(), "it does not ask at once, and again and again");
            loop.start();
            Await.until("it accepts again", () -> key.interestOps() == SelectionKey.OP_ACCEPT);
        }
    }

    /** More callers than file descriptors, from the first one on. */
    @Test
    void whenThereAreDescriptorsAgainAllWorksAsBefore() throws Exception {
        try (Program two = Program.javaWithDescriptors(60, "service-two", "servicetwo.ServiceTwo", "--port", "0",
                "--delay", "1")) {
            int port = two.awaitPort("two");
            exhaust(two, port);
            Await.until("one that comes later is answered", () -> isAnswered(port, "/info"));
            assertTrue(isAnswered(port, "/stats"), "its figures");
            assertTrue(!two.output().contains("Error"), "no class is broken: " + two.output());
            assertEquals(0, two.terminate().exitCode(), "exit code");
        }
    }

    private static void exhaust(Program two, int port) throws Exception {
        List<Caller> callers = new ArrayList<>();
        try {
            for (int i = 0; i < 120; i++) {
                callers.add(new Caller(port));
            }
            two.await("Too many open files");
            Caller first = callers.getFirst();
            assertEquals(200, first.get("/info").reply().status(), "who is in is served");
            assertEquals(200, first.get("/stats").reply().status(), "and may look at the figures");
            assertEquals(400, first.send("\n").reply().status(), "its connection ends");
            assertTrue(first.ends(), "at the other end");
        } finally {
            for (Caller each : callers) {
                each.close();
            }
        }
    }

    private static boolean isAnswered(int port, String target) throws IOException {
        try (Caller caller = new Caller(port)) {
            return caller.get(target).reply().status() == 200;
        }
    }

    /** A service two without its loop would look alive, and answer nobody. */
    @Test
    void theEndOfTheLoopIsTheEndOfTheProcess() throws Exception {
        try (Program broken = Program.test("service-two", "servicetwo.BrokenLoop")) {
            broken.await("service two: thread " + ServiceTwo.THREAD + " has ended: ");
            assertEquals(3, broken.exitCode(), "exit code");
        }
    }
}
