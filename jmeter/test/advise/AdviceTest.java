package advise;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import com.sun.net.httpserver.HttpServer;
import commandline.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import testing.Test;

class AdviceTest {
    private static Advice on(String line) throws Exception {
        return Advice.on(AdviceOptions.parse(line.split(" ")));
    }

    private static String refused(String line) {
        return assertThrows(UsageException.class, () -> on(line)).getMessage();
    }

    @Test
    void threadsThatAreTooFewAreWhatVirtualThreadsReplace() throws Exception {
        Advice advice = on("--rate 953 --latency 1.05s --threads 200 --cores 4 --cpu 200us");
        assertEquals(Advice.Case.THREADS, advice.kind());
        assertContains("200 threads / 1.05 s = 190/s", advice.text());
        assertContains("Today: the threads limit it, at 190/s. 763/s more arrive", advice.text());
        assertContains("190/s today, 953/s with them: 5.00×", advice.text());
        assertContains("./run.sh compare story", advice.text());
    }

    @Test
    void whereNothingIsTooFewNothingIsWon() throws Exception {
        Advice advice = on("--rate 500 --latency 300ms --threads 200 --cores 4");
        assertEquals(Advice.Case.NOTHING, advice.kind());
        assertContains("500/s × 300 ms = 150 threads busy on average", advice.text());
        assertContains("200 / 500/s = 400 ms", advice.text());
        assertContains("500/s today, and as much with them", advice.text());
    }

    @Test
    void permitsAndCoresStayAsMany() throws Exception {
        Advice permits = on("--rate 500 --latency 300ms --threads 400 --permits 10 --held 50ms");
        assertContains("10 permits / 50 ms = 200/s", permits.text());
        assertEquals(Advice.Case.PERMITS, permits.kind());
        assertEquals(permits.today(), permits.withVirtualThreads());
        Advice cores = on("--rate 500 --latency 20ms --cores 4 --cpu 10ms");
        assertContains("4 cores / 10 ms of CPU time = 400/s", cores.text());
        assertEquals(Advice.Case.CPU, cores.kind());
    }

    @Test
    void afterTheThreadsAnotherLimitMayCome() throws Exception {
        assertContains("100/s today, 200/s with them: 2×; then the permits are the limit",
                on("--rate 500 --latency 1s --threads 100 --permits 10 --held 50ms").text());
    }

    @Test
    void whereTheCoresFailAsWellItSaysSo() throws Exception {
        String said = on("--rate 1200 --latency 800ms --threads 400 --cores 2 --cpu 3ms").text();
        assertContains("Only up to 667/s: your pool is too small, but so are the cores", said);
        assertContains("latency     grows as long as more arrives", said);
        assertContains("667/s × 800 ms = 533 threads", said);
    }

    @Test
    void whatPinsMakesItWorse() throws Exception {
        Advice advice = on("--rate 500 --latency 100ms --threads 50 --cores 2 --pinned 100ms");
        assertEquals(Advice.Case.CARRIERS, advice.kind());
        assertContains("500/s today, only 20/s with them", advice.text());
        assertContains("No, as long as it waits in native code", advice.text());
    }

    @Test
    void nonsenseGetsAClearLine() {
        assertContains("--rate takes requests a second, above 0", refused("--rate 0 --latency 1s"));
        assertContains("--latency takes a time with its unit, above 0", refused("--rate 5 --latency -1"));
        assertContains("not: 300", refused("--rate 5 --latency 300"));
        assertContains("not: 0ms", refused("--rate 5 --latency 0ms"));
        assertEquals("--cpu 10 s is more than --latency 10 ms: a request computes for a part of the time that it takes",
                refused("--rate 5 --latency 10ms --cpu 10s"));
        assertContains("--p99 1 ms is less than --latency 10 ms", refused("--rate 5 --latency 10ms --p99 1ms"));
        assertContains("--held is for how long", refused("--rate 5 --latency 10ms --held 1ms"));
        assertContains("tell it --latency", refused("--rate 5"));
        assertContains("tell it --rate", refused("--threads 5"));
        assertContains("no such option: --treads; did you mean --threads?", refused("--treads 5"));
        assertContains("--from takes an address", refused("--from nowhere"));
        assertContains("takes options only", refused("--rate 5 --latency 10ms please"));
    }

    @Test
    void aRunningServiceTellsItsOwnFigures() throws Exception {
        String said = """
                {"service": {"mode": "pool", "limit": 200, "cores": 8}, "now": {"throughput": 190.5,
                "serviceMillis": 1050, "cpuMicrosPerRequest": 250, "queued": 0, "inFlight": 200},
                "law": {"arrivals": "closed", "arrivalsPerSecond": 190.5}}""";
        Figures figures = told(said);
        assertEquals(new Figures(190.5, 1.05, 200, 8, 0.00025, 0, Double.NaN, Double.NaN, Double.NaN), figures);
        assertEquals(1_050 / 1.05, told(said.replace("\"queued\": 0", "\"queued\": 850")).rate(), "a closed loop");
        assertEquals(300.0, told(said.replace("closed", "open").replace("Second\": 190.5", "Second\": 300")).rate(),
                "arrivals");
        assertEquals(200, told(said.replace("pool", "loom")).threads(), "the default: it has no pool");
        assertContains("answered nothing", assertThrows(IOException.class,
                () -> told(said.replace("190.5", "0"))).getMessage());
        assertContains("no service one", assertThrows(IOException.class, () -> told("{}")).getMessage());
        assertContains("no figures of a service one", assertThrows(IOException.class,
                () -> on("--from http://127.0.0.1:1/stats")).getMessage());
    }

    private static Figures told(String json) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/stats", exchange -> {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            return AdviceOptions.parse("--from", "http://127.0.0.1:" + server.getAddress().getPort() + "/stats");
        } finally {
            server.stop(0);
        }
    }
}
