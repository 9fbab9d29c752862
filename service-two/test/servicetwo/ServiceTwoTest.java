package servicetwo;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Option;
import common.commandline.UsageException;
import common.io.EventLoop;
import common.io.SetClock;
import common.settings.ServiceTwoSettings;
import serviceone.server.RawClient;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;
import testing.Words;

class ServiceTwoTest {
    @Test
    void theDefaultsMakeTheUsualWaits() {
        assertEquals("8087  127.0.0.1 50 333 0 0 0 0 0 0 ", String.join(" ", ServiceTwo.TOOL.options().stream()
                .map(Option::standard).toList()), "the defaults in the usage");
    }

    /** It finds their names in this source. */
    @Test
    void runShPassesServiceTwoEachOfItsSettings() throws Exception {
        Path source = Path.of("service-one/src/common/settings/ServiceTwoSettings.java");
        Path repository = Path.of(System.getProperty("repository"));
        assertContains("$here/" + source, Files.readString(repository.resolve("run.sh")));
        for (Option option : ServiceTwoSettings.OPTIONS) {
            assertContains("number(\"" + option.name() + "\",", Files.readString(repository.resolve(source)));
        }
    }

    @Test
    void eachOptionIsExplained() throws Exception {
        Words.assertSame("service-two", "options", ServiceTwo.TOOL.options().stream().map(option ->
                "%s %s (%s): %s".formatted(option.name(), option.value(), option.standard(), option.meaning()))
                .collect(Collectors.joining("\n")));
    }

    /** Each value is one too large. */
    private static final List<String> WRONG = List.of("--port=65536", "--service-two-port=65536", "--delay=600001",
            "--stage-delay=600001", "--jitter=600001", "--authorize-permits=1000001", "--error-percent=101",
            "--hang-percent=101", "--reset-percent=101", "--slow-start=3601", "--bind=", "--bind=-x", "word");

    @Test
    void errorsNameTheOption() throws Exception {
        for (String each : WRONG) {
            String message = assertThrows(UsageException.class, () -> new ServiceTwo(each)).getMessage();
            assertContains(each.split("=")[0], message);
        }
        String[] tooMuch = {"--error-percent=34", "--hang-percent=33", "--reset-percent=34"};
        Words.assertSame("service-two", "percentages of more than 100",
                assertThrows(UsageException.class, () -> new ServiceTwo(tooMuch)).getMessage());
    }

    @Test
    void theGreatestValuesAreTaken() throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=600000", "--stage-delay=600000", "--jitter=600000",
                "--authorize-permits=1000000", "--error-percent=100", "--hang-percent=0", "--reset-percent=0",
                "--slow-start=3600")) {
            assertEquals(List.of(600_000, 600_000, 1_000_000, 100, 0, 0, 600_000, 3_600),
                    List.copyOf(two.behaviour.settings().values().values()));
        }
    }

    @Test
    void aFailureToListenNamesTheOptionThatHelps() throws Exception {
        try (ServiceTwo first = new ServiceTwo("--service-two-port=0")) {
            assertContains("\"delayMillis\":50,\"stageDelayMillis\":333,\"authorizePermits\":null",
                    Caller.get(first.port(), "/stats").body());
            String[][] table = {
                {"127.0.0.1", "" + first.port(), "--service-two-port"}, {"192.0.2.1", "0", "--bind"},
                {"no.such.host.invalid", "0", "--bind"}};
            for (String[] row : table) {
                assertContains(row[2], assertThrows(IOException.class,
                        () -> new ServiceTwo("--bind", row[0], "--port=" + row[1])).getMessage());
            }
        }
    }

    /** A simulated failure. {@link #everythingWorksOnceThereAreDescriptorsAgain} has a real one. */
    @Test
    void acceptingBacksOffEachTimeForLongerUntilItSucceeds() throws Exception {
        SetClock clock = new SetClock();
        try (ServiceTwo two = Caller.startTwo(clock)) {
            SelectionKey key = selector(two).keys().iterator().next();
            for (int millis : List.of(5, 10, 20, 40, 80, 160, 320, 640, 1_000, 1_000)) {
                assertBacksOff(two, key, clock, millis);
            }
            assertEquals(404, Caller.get(two.port(), "/none").status());
            assertBacksOff(two, key, clock, 5);
        }
    }

    private static void assertBacksOff(ServiceTwo two, SelectionKey key, SetClock clock, int millis)
            throws Exception {
        two.loop.execute(() -> ((EventLoop.Handler) key.attachment()).failed(
                new IOException("too many open files, says the test")));
        Caller.move(two, clock, 0);
        Caller.move(two, clock, millis - 1);
        assertEquals(0, key.interestOps(), "it backs off for " + millis + " ms");
        Caller.move(two, clock, 1);
        assertEquals(SelectionKey.OP_ACCEPT, key.interestOps(), "it accepts again after " + millis + " ms");
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
            Words.assertSame("service-two", "start", two.standardOutput().replace("" + port, "‹port›")
                    .replaceFirst("pid \\d+", "pid ‹pid›"));
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
    @Slow("starts a program")
    void theEndOfTheLoopEndsTheProcess() throws Exception {
        try (Program broken = Program.test("service-two", "servicetwo.ServiceTwoTest$BrokenLoop")) {
            assertEquals(3, broken.exitCode(), "exit code");
            String line = broken.standardError().lines()
                    .filter(each -> each.contains("its thread " + ServiceTwo.THREAD)).findFirst().orElse("");
            Words.assertSame("service-two", "the event loop ends",
                    line.replaceFirst("IllegalStateException: .*", "IllegalStateException: ‹reason›"));
        }
    }
}
