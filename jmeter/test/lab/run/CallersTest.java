package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.HostPort;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import lab.Doctored;
import lab.run.Callers.Pace;
import testing.Await;
import testing.Test;
import testing.Words;

/** The callers of a scripted server, which knows each connection and request. */
class CallersTest implements AutoCloseable {
    private static final String GOOD = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
    private static final Prediction UNKNOWN = Prediction.NONE;

    private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Long> requests = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> headers = ConcurrentHashMap.newKeySet();
    /** An answer that ends with | ends its connection. */
    private volatile String answer = GOOD;

    CallersTest() throws IOException {
        Thread.ofPlatform().daemon().start(new FutureTask<>(() -> {
            while (true) {
                Socket socket = server.accept();
                connections.incrementAndGet();
                Thread.ofVirtual().start(new FutureTask<>(() -> serve(socket)));
            }
        }));
    }

    private Void serve(Socket socket) throws IOException {
        try (socket) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (String line; (line = in.readLine()) != null; ) {
                headers.add(line);
                if (line.isEmpty()) {
                    requests.add(System.nanoTime());
                    String text = answer;
                    socket.getOutputStream().write(text.replace("|", "").getBytes(StandardCharsets.UTF_8));
                    if (text.endsWith("|")) {
                        return null;
                    }
                }
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private HostPort address() {
        return new HostPort("127.0.0.1", server.getLocalPort());
    }

    private static Slot slot(String options, Load load, Prediction predicted) throws Exception {
        Experiment experiment = Doctored.experiment("users = 1\ncontender.a = loom\n" + options);
        return new Slot(experiment, experiment.contenders().getFirst(), load, true, 1, predicted, Prediction.NONE,
                new Slot.Timing(0, 0, 0, 0));
    }

    private Callers callers(int number, boolean newConnection) throws Exception {
        return new Callers(address(), slot("", Load.closed("/a", 1), UNKNOWN), new Pace(number, 0, newConnection))
                .start();
    }

    @Test
    void thePaceIsFiveThousandRequestsASecondOnAtMost256Connections() throws Exception {
        Object[][] table = {
            {"", Load.closed("/a", 100), UNKNOWN, new Pace(100, 5, false)},
            {"", Load.closed("/a", 1), UNKNOWN, new Pace(1, 1, false)},
            {"", Load.closed("/a", 4000), UNKNOWN, new Pace(256, 12, false)},
            {"", Load.closed("/a", 256), UNKNOWN, new Pace(256, 12, false)},
            {"", Load.open("/a", 0.2), UNKNOWN, new Pace(1, 1, true)},
            {"", Load.open("/a", 80), UNKNOWN, new Pace(80, 4, true)},
            {"", Load.closed("/a", 4000), new Prediction(1, 1, 40, Limit.THREADS), new Pace(256, 2, false)},
            {"", Load.closed("/a", 40), new Prediction(1, 1, 4000, Limit.THREADS), new Pace(40, 2, false)},
            {"", Load.closed("/a", 80), new Prediction(1, 1, 0, Limit.THREADS), new Pace(80, 4, false)},
            {"delay = 3\nstage-delay = 2", Load.closed("/a", 100), UNKNOWN, new Pace(100, 3, false)},
            {"delay = 2\nstage-delay = 4", Load.closed("/a", 100), UNKNOWN, new Pace(100, 4, false)}};
        for (Object[] row : table) {
            assertEquals(row[3], Pace.of(slot((String) row[0], (Load) row[1], (Prediction) row[2])), row[1] + "");
        }
    }

    @Test
    void callersOfAClosedLoopKeepTheirConnectionsAndOthersOpenOneForEachRequest() throws Exception {
        Callers kept = callers(2, false);
        Await.until("many answers", () -> kept.answered() > 50);
        kept.end();
        assertEquals(2, connections.get(), "one for each caller, after " + requests.size() + " requests");
        assertTrue(requests.size() >= kept.answered(), "each good answer counts once");
        connections.set(0);
        requests.clear();
        Callers opening = callers(2, true);
        Await.until("many answers", () -> opening.answered() > 20);
        opening.end();
        int most = 2 + 2;      // the last requests of those that kept their connections, and of these
        assertTrue(Math.abs(connections.get() - requests.size()) <= most, connections + ", " + requests.size());
    }

    @Test
    void aServerMayEndItsConnectionAfterAnAnswer() throws Exception {
        answer = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}|";
        Callers callers = callers(1, false);
        Await.until("several answers", () -> callers.answered() > 5);
        answer = "HTTP/1.1 200 OK\r\n\r\nup to the end|";
        long before = callers.answered();
        Await.until("answers that end with their connection", () -> callers.answered() > before + 5);
        callers.end();
        assertTrue(connections.get() > 10, "a connection for each");
        OneRequest last = new OneRequest(address(), slot("", Load.closed("/a", 1), UNKNOWN));
        assertEquals("up to the end", new String(last.ask(), StandardCharsets.UTF_8));
    }

    /** Also if the server closes connections without the header that says so. */
    @Test
    void callersOpenAConnectionForEachRequestIfTheHeaderAsksForIt() throws Exception {
        answer = GOOD + "|";
        Callers callers = new Callers(address(), slot("header = Connection: close", Load.closed("/a", 1), UNKNOWN),
                new Pace(1, 0, false)).start();
        Await.until("several answers", () -> callers.answered() > 5);
        callers.end();
        assertTrue(callers.problem().contains("no answer"), "nothing went wrong: " + callers.problem());
        assertTrue(connections.get() >= callers.answered(), "a connection for each");
        assertEquals(Set.of("Connection: close"), headers.stream().filter(header -> header.startsWith("Connection"))
                .collect(Collectors.toSet()));
    }

    @Test
    void anAnswerWithoutABodyIsGood() throws Exception {
        answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
        Slot head = slot("method = head", Load.closed("/a", 1), UNKNOWN);
        assertEquals(0, new OneRequest(address(), head).ask().length);
        Callers callers = new Callers(address(), head, new Pace(1, 0, false)).start();
        Await.until("several answers", () -> callers.answered() > 5);
        callers.end();
        answer = "HTTP/1.1 204 No Content\r\n\r\n";
        assertEquals(0, new OneRequest(address(), slot("status = 204", Load.closed("/a", 1), UNKNOWN)).ask().length);
    }

    /** @return the problem, after three requests with pauses between them */
    private String refused(String with) throws Exception {
        answer = with;
        requests.clear();
        Callers callers = callers(1, false);
        Await.until("three requests", () -> requests.size() >= 4);
        long millis = (requests.get(3) - requests.get(0)) / 1_000_000;
        assertTrue(millis >= 149, "a pause of 50 ms after each: " + millis);
        assertEquals(0L, callers.answered(), "no answer was good");
        callers.end();
        return callers.problem();
    }

    @Test
    void afterABadAnswerACallerPausesAndNamesTheProblem() throws Exception {
        Callers idle = new Callers(address(), slot("", Load.closed("/a", 1), UNKNOWN), new Pace(1, 0, false));
        String none = idle.problem();
        String status = refused("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
        String cut = refused("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{|");
        Words.assertSame("running", "problems of the first warm-up's callers", none + "\n" + status + "\n" + cut);
        answer = "HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n";
        assertThrows(IOException.class, "201",
                () -> new OneRequest(address(), slot("", Load.closed("/a", 1), UNKNOWN)).ask());
        assertEquals(0, new OneRequest(address(), slot("status = 201", Load.closed("/a", 1), UNKNOWN)).ask().length);
    }
}
