package look;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import serviceone.meter.ServiceThread;
import testing.Test;

class ThreadsCommandTest {
    private static final String DUMP = """
            {"threadDump": {"processId": "1", "threadContainers": [
              {"container": "<root>", "parent": null, "threads": [
                {"tid": "6", "name": "worker-17",
                        "stack": ["serviceone.routes.NativeSleep.millis(NativeSleep.java:9)"]},
                {"tid": "1", "name": "acceptor", "stack": ["java.base/sun.nio.ch.Net.accept(Native Method)"]},
                {"tid": "2", "name": "pool-1", "stack": [
                  "java.base/java.lang.Thread.sleep0(Native Method)",
                  "app//serviceone.routes.BlockingRoutes.waitBlocking(BlockingRoutes.java:1)"]},
                {"tid": "3", "name": "pool-2", "stack": [
                  "java.base/java.util.concurrent.LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)",
                  "serviceone.server.SocketQueue.take(SocketQueue.java:43)",
                  "serviceone.modes.FixedPool.takeAndServe(FixedPool.java:74)"]}]},
              {"container": "executor", "threads": [
                {"tid": "4", "virtual": true, "name": "request-0", "stack": [
                  "java.base/java.lang.VirtualThread.park(VirtualThread.java:742)",
                  "serviceone.calls.BlockingCallConnection.readMore(BlockingCallConnection.java:9)",
                  "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)",
                  "serviceone.routes.BlockingRoutes.meetings(BlockingRoutes.java:50)"]},
                {"tid": "5", "virtual": true, "name": "request-1", "stack": [
                  "serviceone.calls.BlockingMeetings.answer(BlockingMeetings.java:1)"]}]}]}}
            """;

    @Test
    void threadsAreToldByWhatTheyAreForAndWhereTheyWait() throws Exception {
        String report = report("service-one/src");
        assertContains("4 platform threads", report);
        assertContains("acceptor                 accepts connections", report);
        assertContains("1  worker-*                 workers", report);
        assertContains("2 of the pool", report);
        assertContains("1  idle: no connection for it", report);
        assertContains("1  BlockingRoutes.java:1", report);
        assertContains("2 virtual threads", report);
        assertContains("package serviceone.calls;", report);
    }

    @Test
    void withoutTheSourcesThePlaceIsToldAllTheSame() throws Exception {
        String report = report("no/such/folder");
        assertContains("2  BlockingMeetings.java:1", report);
        assertTrue(!report.contains("package serviceone"), report);
    }

    @Test
    void anotherFormOfDumpIsNotMisread() {
        assertThrows(IOException.class, () -> new ThreadsCommand(Path.of("")).report("{\"threads\": []}"));
    }

    @Test
    void everyKindOfServiceOnesThreadsIsKnown() {
        assertEquals(Stream.of(ServiceThread.values()).map(ServiceThread::prefix).sorted().toList(),
                ThreadsCommand.KINDS.stream().map(ThreadsCommand.Kind::prefix).sorted().toList());
    }

    /** The tools share no code with service one: only its names are known here, and these may change. */
    @Test
    void theClassesThatTellWhereAThreadIsAreServiceOnes() throws Exception {
        List<String> names = Stream.concat(ThreadsCommand.TELLING.stream().filter(name -> !name.endsWith(".")),
                Stream.of(ThreadsCommand.WAITS_FOR_A_CONNECTION)).toList();
        for (String name : names) {
            assertEquals(name, Class.forName(name).getName());
        }
    }

    private static String report(String sources) throws Exception {
        Path folder = Path.of(System.getProperty("repository")).resolve(sources);
        return new ThreadsCommand(folder).report(DUMP);
    }
}
