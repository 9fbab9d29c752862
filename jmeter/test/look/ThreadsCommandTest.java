package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import common.mode.Mode;
import common.mode.ServiceThread;
import java.lang.management.ManagementFactory;
import look.Jdk.Frame;
import testing.Test;

class ThreadsCommandTest {
    private static final String DUMP = """
            {"threadDump": {"threadContainers": [{"threads": [
              {"name": "worker-17", "stack": ["serviceone.routes.NativeSleep.millis(NativeSleep.java:9)"]},
              {"name": "acceptor", "stack": ["java.base/sun.nio.ch.Net.accept(Native Method)"]},
              {"name": "pool-1", "stack": [
                "java.base/java.lang.Thread.sleep0(Native Method)",
                "app//serviceone.routes.BlockingRoutes.waitBlocking(BlockingRoutes.java:1)"]},
              {"name": "pool-2", "stack": [
                "java.base/java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
                "serviceone.server.SocketQueue.take(SocketQueue.java:43)",
                "serviceone.server.SocketQueue.drainTo(SocketQueue.java:53)"]},
              {"name": "pool-3", "stack": [
                "java.base/java.lang.Thread.sleep0(Native Method)",
                "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)",
                "serviceone.server.SocketQueue.drainTo(SocketQueue.java:53)"]},
              {"name": "pool-4", "stack": [
                "java.base/java.util.concurrent.LinkedBlockingQueue.add(LinkedBlockingQueue.java:335)",
                "serviceone.server.SocketQueue.put(SocketQueue.java:1)",
                "serviceone.modes.PolledTransport.read(PolledTransport.java:35)",
                "serviceone.server.SocketQueue.drainTo(SocketQueue.java:53)"]}]}, {"threads": [
              {"virtual": true, "state": "WAITING", "name": "request-0", "stack": [
                "serviceone.calls.BlockingCallConnection.readMore(BlockingCallConnection.java:9)",
                "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)",
                "serviceone.routes.BlockingRoutes.meetings(BlockingRoutes.java:50)"]},
              {"virtual": true, "state": "WAITING", "name": "request-1", "stack": [
                "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)"]}]}]}}
            """;

    @Test
    void threadsAreGroupedByTheirPurposeAndByWhereTheyWait() throws Exception {
        assertSame("look", "threads of a service one", masked(report("service-one/src", DUMP)));
        assertSame("look", "threads of a service one without sources", masked(report("no/such/folder", DUMP)));
        for (String broken : List.of("{\"threads\": []}", "{\"threadDump\": {}}", thread("\"stack\": []"),
                thread("\"name\": \"\""), thread("\"name\": 1, \"stack\": []"), "[]", "{\"threadDump\": ",
                "{\"threadDump\": {\"threadContainers\": [{\"threads\": [], \"threadCount\": \"many\"}]}}")) {
            assertThrows(IOException.class, () -> report("", broken));
        }
    }

    private static String thread(String members) {
        return "{\"threadDump\": {\"threadContainers\": [{\"threads\": [{" + members + "}]}]}}";
    }

    /** Others say what the kinds of thread are. */
    private static String masked(String report) {
        String masked = report;
        for (ServiceThread each : ServiceThread.values()) {
            masked = masked.replace(each.purpose(), "‹purpose›");
        }
        return masked.replace(Mode.POOL.serving().plural(), "‹serving›");
    }

    @Test
    void everyClassThatTheCommandNamesExists() throws Exception {
        for (String name : ThreadsCommand.PLACES.stream().filter(name -> !name.endsWith(".")).toList()) {
            Class.forName(name);
        }
        assertTrue(Stream.of(Class.forName(ThreadsCommand.QUEUE).getMethods())
                .anyMatch(method -> method.getName().equals(ThreadsCommand.TAKE)), ThreadsCommand.TAKE);
    }

    private static String report(String sources, String dump) throws Exception {
        return new ThreadsCommand(Path.of(System.getProperty("repository")).resolve(sources), true).report(dump);
    }

    private static final String OTHER = """
            {"threadDump": {"threadContainers": [{"threads": [
              {"name": "http-8080-exec-1", "stack": ["java.base/java.lang.Thread.sleep0(Native Method)",
                "shop.Orders.find(Orders.java:7)"]},
              {"name": "Signal Dispatcher", "state": "RUNNABLE", "stack": []},
              {"name": "http-8080-exec-2", "stack": ["jdk.internal.misc.Unsafe.park(Native Method)"]}]}, {"threads": [
              {"virtual": true, "name": "", "carrier": "23", "stack": ["lib.Crypt.hash(Native Method)",
                "shop.Users.check(Users.java:3)"]},
              {"virtual": true, "name": "", "carrier": "24", "stack": ["lib.Zip.of(Unknown Source)"]},
              {"virtual": true, "name": "", "carrier": "25", "state": "RUNNABLE", "stack": []},
              {"virtual": true, "name": "", "state": "WAITING", "stack": [
                "java.base/java.lang.VirtualThread.park(VirtualThread.java:7)",
                "shop.Orders.find(Orders.java:7)"]}]}]}}
            """;

    @Test
    void theThreadsOfAnotherJvmAreGroupedByTheirNamesAndByItsOwnCode() throws Exception {
        assertSame("look", "threads of another JVM", new ThreadsCommand(Path.of(""), false).report(OTHER));
    }

    /** As JDK 21 to 24 write it: without a thread's state, its kind and its carrier. */
    private static final String OF_JDK_21 = """
            {"threadDump": {"runtimeVersion": "21.0.1+12", "threadContainers": [{"threads": [
              {"tid": "1", "name": "main", "stack": ["mine.Main.main(Main.java:3)"]},
              {"tid": "9", "name": "Signal Dispatcher", "stack": []},
              {"tid": "19", "name": "ForkJoinPool-1-worker-1", "stack": [
                "java.base/jdk.internal.vm.Continuation.run(Continuation.java:248)",
                "java.base/java.lang.VirtualThread.runContinuation(VirtualThread.java:221)"]},
              {"tid": "20", "name": "", "stack": ["mine.Task.call(Task.java:7)",
                "java.base/java.lang.VirtualThread.run(VirtualThread.java:309)"]},
              {"tid": "21", "name": "", "stack": ["mine.Task.call(Task.java:7)",
                "java.base/java.lang.VirtualThread.run(VirtualThread.java:309)"]}], "threadCount": "5"}]}}
            """;

    @Test
    void whatAnOlderJdksDumpDoesNotSayIsUnknown() throws Exception {
        assertSame("look", "threads of a JVM of JDK 21", new ThreadsCommand(Path.of(""), false).report(OF_JDK_21));
    }

    @Test
    void virtualThreadsThatAreNotInTheDumpAreCounted() throws Exception {
        for (String count : List.of("\"107\"", "107")) {
            String dump = OTHER.replace("}]}]}}", "}], \"threadCount\": " + count + "}]}}");
            assertSame("look", "threads of a JVM that does not track them",
                    new ThreadsCommand(Path.of(""), false).report(dump));
        }
        String none = "{\"threadDump\": {\"threadContainers\": [{\"threads\": [], \"threadCount\": \"%d\"}]}}";
        assertEquals("", report("", none.formatted(0)));
        assertTrue(report("", none.formatted(1)).contains("\n1 virtual threads"), report("", none.formatted(1)));
    }

    @Test
    void whyAJvmGivesNoDumpIsSaid() throws Exception {
        Jdk.checkDump(9, "Created threads.json");
        String unknown = "java.lang.IllegalArgumentException: Unknown diagnostic command";
        assertSame("look", "jcmd's failures", String.join("\n",
                assertThrows(IOException.class, () -> Jdk.checkDump(9,
                        "Failed: java.util.IllegalFormatConversionException: x != java.lang.Character")).getMessage(),
                assertThrows(IOException.class, () -> Jdk.checkDump(9, "Failed: no space left")).getMessage(),
                assertThrows(IOException.class, () -> Jdk.checkDump(9, unknown)).getMessage(),
                Jdk.failure(9, "Thread.vthread_scheduler", unknown), Jdk.failure(9, "JFR.start", unknown),
                Jdk.failure(9, "JFR.start", "com.sun.tools.attach.AttachNotSupportedException: no answer")));
    }

    private static final String[][] FRAMES = {
        {"--> at serviceone.calls.Call.read(Call.java:64)", "serviceone.calls.Call read Call.java 64"},
        {"    at java.base/java.lang.Thread.run(Thread.java:1474)", "java.lang.Thread run Thread.java 1474"},
        {"app//a.B$C.<init>(B.java:1)", "a.B$C <init> B.java 1"},
        {"java.base@25.0.3/java.lang.Thread.run(Thread.java:2)", "java.lang.Thread run Thread.java 2"},
        {"java.base/sun.nio.ch.Net.accept(Native Method)", "sun.nio.ch.Net accept Native Method 0"},
        {"a.B.lambda$c$0(B.java:3)", "a.B lambda$c$0 B.java 3"},
        {"#30 \"pool-1\" RUNNABLE 2026-01-01T00:00:00Z", "none"},
        {"      - parking to wait for <0x1> (a java.lang.Object)", "none"}};

    @Test
    void eachFormOfAFrameIsReadAndShortened() {
        for (String[] row : FRAMES) {
            assertEquals(row[1], Frame.of(row[0]).map(frame -> frame.type() + " " + frame.method() + " " + frame.file()
                    + " " + frame.line()).orElse("none"), row[0]);
        }
        assertEquals("B$C.d:4", new Frame("a.B$C", "d", "B.java", 4).shortened());
        assertEquals("B.d", new Frame("a.B", "d", "Native Method", 0).shortened(), "a native method has no line");
    }
}
