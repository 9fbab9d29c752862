package classroom.vote;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.Browser;
import classroom.lesson.Asks;
import classroom.vote.Ballot.Question;
import common.http.PageServer.PageLimits;
import common.http.PageServer;
import testing.Await;
import testing.Program;
import testing.Slow;
import testing.Test;

/** The room is in a JVM of its own, because the first page's server in a JVM sets the limits for all. */
class CrowdTest {
    private static final String HEAD = "POST /vote HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    private static final List<String> UNFINISHED = List.of("", "PO", HEAD,
            HEAD + Browser.JSON + "Content-Length: 100\r\n\r\n{\"lesson\": ",
            HEAD + "Content-Length: 1000000\r\n\r\n" + " ".repeat(300));
    private static final int PHONES = 300;

    /** @param arguments how many seconds a request may take to arrive */
    public static void main(String[] arguments) throws Exception {
        PageLimits limits = new PageLimits(VoteServer.LIMITS.connections(), Integer.parseInt(arguments[0]),
                VoteServer.LIMITS.responseSeconds());
        new PageServer(new InetSocketAddress("127.0.0.1", 0), false, Executors.newCachedThreadPool(), limits, Map.of())
                .close();
        Ballot[] ballot = new Ballot[1];
        ballot[0] = new Ballot(() -> System.out.println(ballot[0].voters(3) + " voted"));
        ballot[0].show(new Question(3, "A title", "How many?", "", new Asks("requests/s", 0, 100_000, List.of())));
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (VoteServer server =
                new VoteServer(loopback, 0, ballot[0], new RoomAddresses(loopback)::places)) {
            System.out.println(server.address() + " code " + server.code() + " ready");
            System.in.readAllBytes();
        }
    }

    private static Program room(int requestSeconds) throws Exception {
        return Program.test("service-one", CrowdTest.class.getName(), "" + requestSeconds).await(" ready");
    }

    private static int port(Program room) {
        return Integer.parseInt(room.output().replaceFirst("(?s).*:(\\d+)/.*", "$1"));
    }

    @Test
    @Slow("waits for a deadline of one second")
    void connectionsWithSlowRequestsAreClosed() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (Program room = room(1)) {
            Browser honest = new Browser(port(room));
            for (int i = 0; i < 250; i++) {
                idle.add(honest.send(""));
                honest.askOn(idle.getLast(), "GET /question", "");
            }
            assertEquals(200, Browser.status(honest.askOn(idle.getFirst(), "GET /question", "")),
                    "the first of 250 open connections");
            for (String part : UNFINISHED) {
                idle.add(honest.send(part));
            }
            for (Socket slow : idle.subList(250, idle.size())) {
                Browser.awaitEnd(slow);
            }
        } finally {
            close(idle);
        }
    }

    private static void close(List<Socket> sockets) throws IOException {
        for (Socket each : sockets) {
            each.close();
        }
    }

    private static Void joinWaitAndVote(int port, String code, CountDownLatch waiting, CountDownLatch mayVote)
            throws Exception {
        Browser phone = new Browser(port);
        try (Socket page = phone.send("")) {
            assertEquals(200, Browser.status(phone.askOn(page, "GET /", "")));
            phone.joined(code);
            String version = phone.askOn(page, "GET /question", "").replaceFirst("(?s).*\"version\":(\\d+).*", "$1");
            String next = phone.request("GET /question?after=" + version, "", "");
            page.getOutputStream().write(next.getBytes(StandardCharsets.UTF_8));
            waiting.countDown();
            mayVote.await();
            assertEquals(200, phone.vote(3, 190));
        }
        return null;
    }

    /** All phones share an address, and each holds a connection that waits for the next question. */
    @Test
    @Slow("starts a JVM, and 300 phones")
    void threeHundredPhonesVoteWithinEightSeconds() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (Program room = room(VoteServer.LIMITS.requestSeconds());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            int port = port(room);
            for (int i = 0; i < 40; i++) {
                slow.add(new Browser(port).send(UNFINISHED.get(i % UNFINISHED.size())));
            }
            String code = room.output().replaceFirst("(?s).* code (\\w+) ready.*", "$1");
            CountDownLatch waiting = new CountDownLatch(PHONES);
            CountDownLatch mayVote = new CountDownLatch(1);
            List<Future<Void>> phones = Stream.generate(() -> threads.submit(
                    () -> joinWaitAndVote(port, code, waiting, mayVote))).limit(PHONES).toList();
            try {
                Await.until("all phones wait", () -> waiting.getCount() == 0);
            } finally {
                mayVote.countDown();      // or the phones would wait for ever
            }
            long begin = System.nanoTime();
            for (Future<Void> phone : phones) {
                phone.get();
            }
            long seconds = (System.nanoTime() - begin) / 1_000_000_000;
            assertTrue(seconds < 8, "the votes took " + seconds + " s");
            assertContains("\n" + PHONES + " voted\n", room.await(PHONES + " voted").output());
        } finally {
            close(slow);
        }
    }
}
