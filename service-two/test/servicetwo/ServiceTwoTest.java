package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Option;
import common.io.EventLoop;
import serviceone.server.RawClient;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

class ServiceTwoTest {
    /** run.sh has its own list of the options that it passes to service two. */
    @Test
    void runShPassesServiceTwoEachOfItsOptions() throws Exception {
        String script = Files.readString(Path.of(System.getProperty("repository"), "run.sh"));
        String list = script.substring(script.indexOf("--service-two-port|"));
        List<String> cases = List.of(list.substring(0, list.indexOf(')')).split("[|\\\\\\s]+"));
        List<String> own = List.of("--port", "--bind", "--until-stdin-closes");
        for (Option option : ServiceTwo.TOOL.options()) {
            assertTrue(own.contains(option.name()) || cases.contains(option.name()), "run.sh knows " + option.name());
        }
        assertEquals("8087  127.0.0.1 50 333 0 0 0 0 0 0 ", String.join(" ", ServiceTwo.TOOL.options().stream()
                .map(Option::standard).toList()), "the defaults in the usage");
    }

    /** A command line, and the beginning of its error message. */
    private static final String[][] WRONG = {
        {"--port 65536", "--port takes a number from 0 to 65535"},
        {"--service-two-port=x", "--service-two-port takes a number from 0 to 65535"},
        {"--delay=600001", "--delay takes a number of milliseconds from 0 to 600000"},
        {"--stage-delay=600001", "--stage-delay takes a number of milliseconds from 0 to 600000"},
        {"--jitter=600001", "--jitter takes a number of milliseconds from 0 to 600000"},
        {"--authorize-permits 1000001", "--authorize-permits takes a number from 0 to 1000000"},
        {"--error-percent 101", "--error-percent takes a number from 0 to 100"},
        {"--error-percent 34 --hang-percent 33 --reset-percent 34",
            "--error-percent, --hang-percent and --reset-percent may add up to 100 at most"},
        {"--slow-start 3601", "--slow-start takes a number of seconds from 0 to 3600"},
        {"--bind=", "--bind takes an address of this machine"},
        {"word", "takes options only, not: word"}};

    @Test
    void errorsNameTheOptionAndItsValidValues() {
        for (String[] row : WRONG) {
            String message = assertThrows(UsageException.class, () -> new ServiceTwo(row[0].split(" "))).getMessage();
            assertTrue(message.startsWith(row[1]), row[0] + " got: " + message);
        }
    }

    @Test
    void aFailureToListenNamesTheOptionThatHelps() throws Exception {
        try (ServiceTwo first = new ServiceTwo("--service-two-port=0")) {
            assertContains("\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":null",
                    Caller.get(first.port(), "/stats").body());
            String[][] table = {
                {"127.0.0.1", "" + first.port(), "already in use; choose another port with --port (with "
                        + "./run.sh MODE: --service-two-port), or 0"},
                {"192.0.2.1", "0", "; --bind takes an address of this machine"},
                {"no.such.host.invalid", "0", "; --bind takes an address of this machine"}};
            for (String[] row : table) {
                assertContains(row[2], assertThrows(IOException.class,
                        () -> new ServiceTwo("--bind", row[0], "--port=" + row[1])).getMessage());
            }
        }
    }

    /** A simulated failure. {@link #everythingWorksOnceThereAreDescriptorsAgain} has a real one. */
    @Test
    void acceptingBacksOffAndTriesAgain() throws Exception {
        try (ServiceTwo two = Caller.startTwo()) {
            SelectionKey key = selector(two).keys().iterator().next();
            CompletableFuture<Integer> operations = new CompletableFuture<>();
            two.loop.execute(() -> {
                ((EventLoop.Handler) key.attachment()).failed(new IOException("too many open files, says the test"));
                operations.complete(key.interestOps());
            });
            assertEquals(0, operations.get(30, TimeUnit.SECONDS), "it backs off");
            Await.until("it accepts again", () -> key.interestOps() == SelectionKey.OP_ACCEPT);
        }
    }

    @Test
    @Slow("starts a program")
    void everythingWorksOnceThereAreDescriptorsAgain() throws Exception {
        try (Program two = Program.javaWithDescriptors(60, "service-two", "servicetwo.ServiceTwo", "--port", "0",
                "--delay", "1")) {
            int port = two.awaitPort("two");
            List<RawClient> callers = new ArrayList<>();
            for (int i = 0; i < 70; i++) {
                callers.add(new RawClient(port));
            }
            two.await("Too many open files");
            RawClient first = callers.getFirst();
            assertEquals(200, first.get("/info").status(), "an open connection is served");
            assertEquals(200, first.get("/stats").status(), "its next request is served, too");
            for (RawClient each : callers) {
                each.close();
            }
            Await.until("a later caller is answered", () -> Caller.get(port, "/info").status() == 200);
            assertEquals(200, Caller.get(port, "/stats").status(), "a later caller gets the stats");
            assertTrue(!two.output().contains("Error"), "no class failed to load: " + two.output());
            assertEquals(0, two.terminate().exitCode(), "exit code");
        }
    }

    /** A service two whose selector fails as soon as the service is ready. */
    static final class BrokenLoop {
        public static void main(String[] arguments) throws Exception {
            ServiceTwo two = new ServiceTwo("--port=0");
            two.takeOverProcess();
            selector(two).close();
        }
    }

    static Selector selector(ServiceTwo two) throws ReflectiveOperationException {
        return (Selector) field(two.loop, "selector");
    }

    private static Object field(Object owner, String name) throws ReflectiveOperationException {
        Field field = owner.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(owner);
    }

    /** Without its loop, service two would look alive, but answer nobody. */
    @Test
    void theEndOfTheLoopEndsTheProcess() throws Exception {
        try (Program broken = Program.test("service-two", "servicetwo.ServiceTwoTest$BrokenLoop")) {
            broken.await("service two: thread " + ServiceTwo.THREAD + " has ended: ");
            assertEquals(3, broken.exitCode(), "exit code");
        }
    }
}
