package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;
import static testing.Words.assertSame;

import module java.base;
import com.sun.management.HotSpotDiagnosticMXBean.ThreadDumpFormat;
import com.sun.management.HotSpotDiagnosticMXBean;
import common.mode.Mode;
import common.mode.ServiceThread;
import java.lang.management.ManagementFactory;
import look.Jdk.Frame;
import testing.TemporaryFolder;
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
                "serviceone.modes.FixedPool.takeAndServe(FixedPool.java:74)"]}]}, {"threads": [
              {"virtual": true, "name": "request-0", "stack": [
                "serviceone.calls.BlockingCallConnection.readMore(BlockingCallConnection.java:9)",
                "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)",
                "serviceone.routes.BlockingRoutes.meetings(BlockingRoutes.java:50)"]},
              {"virtual": true, "name": "request-1", "stack": [
                "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)"]}]}]}}
            """;

    @Test
    void threadsAreGroupedByTheirPurposeAndByWhereTheyWait() throws Exception {
        assertSame("look", "threads of a service one", masked(report("service-one/src", DUMP)));
        assertSame("look", "threads of a service one without sources", masked(report("no/such/folder", DUMP)));
        assertThrows(IOException.class, () -> report("", "{\"threads\": []}"));
    }

    /** Others say what the kinds of thread are. */
    private static String masked(String report) {
        String masked = report;
        for (ServiceThread each : ServiceThread.values()) {
            masked = masked.replace(each.purpose(), "‹purpose›");
        }
        return masked.replace(Mode.POOL.display().serving(), "‹serving›");
    }

    @Test
    void aDumpOfThisJdkIsRead() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path file = folder.path().resolve("dump");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), ThreadDumpFormat.JSON);
            String report = report("", Files.readString(file));
            assertTrue(Pattern.compile("\n[\\d,]+ .*\n( +[\\d,]+  .*\n)+").matcher(report).lookingAt(), report);
        }
    }

    @Test
    void everyClassThatTheCommandNamesExists() throws Exception {
        for (String name : ThreadsCommand.PLACES.stream().filter(name -> !name.endsWith(".")).toList()) {
            Class.forName(name);
        }
        Class.forName(ThreadsCommand.QUEUE);
    }

    private static String report(String sources, String dump) throws Exception {
        return new ThreadsCommand(Path.of(System.getProperty("repository")).resolve(sources), true).report(dump);
    }

    private static final String OTHER = """
            {"threadDump": {"threadContainers": [{"threads": [
              {"name": "http-8080-exec-1", "stack": ["java.base/java.lang.Thread.sleep0(Native Method)",
                "shop.Orders.find(Orders.java:7)"]},
              {"name": "http-8080-exec-2", "stack": ["jdk.internal.misc.Unsafe.park(Native Method)"]}]}, {"threads": [
              {"virtual": true, "name": "", "carrier": "23", "stack": ["lib.Crypt.hash(Native Method)",
                "shop.Users.check(Users.java:3)"]},
              {"virtual": true, "name": "", "stack": ["java.base/java.lang.VirtualThread.park(VirtualThread.java:7)",
                "shop.Orders.find(Orders.java:7)"]}]}]}}
            """;

    @Test
    void theThreadsOfAnotherJvmAreGroupedByTheirNamesAndByItsOwnCode() throws Exception {
        assertSame("look", "threads of another JVM", new ThreadsCommand(Path.of(""), false).report(OTHER));
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
