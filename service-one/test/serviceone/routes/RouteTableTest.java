package serviceone.routes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.Request;
import common.http.Response;
import common.mode.Mode;
import java.lang.management.ManagementFactory;
import serviceone.Parts;
import serviceone.meter.Meter;
import serviceone.server.Settings;
import testing.CheckPool;
import testing.Test;

class RouteTableTest {
    private static final Pattern PATH = Pattern.compile("`(?:GET )?(/[a-z-]*)`");
    private static final Pattern ADDED = Pattern.compile("addRoute\\(\"([^\"]+)\"");

    /** Also the routes that service one adds in every mode. */
    private static Set<String> paths(RouteTable<?> table) throws IOException {
        Set<String> paths = new TreeSet<>(table.routes.keySet());
        ADDED.matcher(text("src/serviceone/ServiceOne.java")).results().forEach(added -> paths.add(added.group(1)));
        return paths;
    }

    private static String text(String file) throws IOException {
        return Files.readString(Path.of(System.getProperty("repository"), "service-one", file));
    }

    /** A row of REFERENCE.md: {@code | `GET /wait-blocking`, `/wait-async` | 100 ms on the task's thread |} */
    @Test
    void everyModeHasTheRoutesInTheReferenceAndNoOther() throws Exception {
        String reference = text("REFERENCE.md");
        Set<String> documented = reference.substring(reference.indexOf("\n## Routes\n")).lines()
                .dropWhile(line -> !line.startsWith("|")).takeWhile(line -> line.startsWith("|")).skip(2)
                .flatMap(row -> PATH.matcher(row.split("\\|")[1]).results()).map(path -> path.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(documented, paths(new BlockingRoutes(null, Map.of(), Settings.DEFAULTS, new Meter(Mode.LOOM),
                Parts.OWN.blocking(), Parts.OWN.guard(), Parts.OWN.computing())), "the routes of threads");
        assertEquals(documented, paths(new AsyncRoutes(null, null, Runnable::run, Map.of(), Settings.DEFAULTS,
                new Meter(Mode.ASYNC), Parts.OWN.async())), "the routes of event loops");
    }

    private static Response answer(Parts parts, String path) {
        return new BlockingRoutes(null, Map.of(), Settings.DEFAULTS, new Meter(Mode.LOOM), parts.blocking(),
                parts.guard(), parts.computing()).answer(Asked.request(path), Asked.requester(Mode.LOOM));
    }

    @Test
    void aWrongParameterIsTheClientsFaultAlsoOnAThreadThatComputes() {
        Parts parts = Parts.OWN.with(Computing.on(1));
        assertEquals(200, answer(parts, "/computational?numbers=7").status());
        assertEquals(400, answer(parts, "/computational?numbers=x").status());
    }

    /** The requests need the lock one after the other, so their milliseconds add up. */
    @Test
    void oneRequestAtATimeHasTheSharedLock() throws Exception {
        for (String path : List.of("/shared-lock", "/shared-lock?spin=true")) {
            long begun = System.nanoTime();
            CheckPool.run(Stream.<CheckPool.Check>generate(() -> () -> SharedLock.use(Asked.request(path))).limit(400));
            long millis = (System.nanoTime() - begun) / 1_000_000;
            assertTrue(millis >= 400, "400 times a millisecond took " + millis + " ms: " + path);
        }
    }

    @Test
    void aThreadKeepsItsBufferAndSharedOnesAreFewer() throws Exception {
        long kept = allocated("/buffer");
        long shared = allocated("/buffer?from=shared");
        assertTrue(kept > 50 * 65_536 && shared < 10 * 65_536, "bytes: " + kept + " and " + shared);
    }

    /** Bytes that 60 threads allocate, each for one request. */
    private static long allocated(String path) throws InterruptedException {
        Request request = Asked.request(path);
        LongAdder bytes = new LongAdder();
        for (int i = 0; i < 60; i++) {
            Thread.ofPlatform().start(() -> {
                Buffers.before(null, request);
                bytes.add(((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                        .getCurrentThreadAllocatedBytes());
            }).join();
        }
        return bytes.sum();
    }
}
