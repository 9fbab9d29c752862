package serviceone.calls;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.io.EventLoop;
import common.mode.Mode;
import serviceone.calls.CallException.Kind;
import serviceone.meter.ConnectionMeter;
import serviceone.meter.Meter.Count;
import serviceone.meter.Meter;
import serviceone.meter.Requests;
import serviceone.meter.Stage;
import testing.Test;
import testing.Words;

class CallTest {
    private static final Map<String, Call<?>> CALLS = Map.of("info", Call.info(), "authenticate",
            Call.authenticate("a&b c"), "authorize", Call.authorize("ann"), "meetings", Call.meetings("ann"));

    /** A call, service two's status and answer, and what the call returns. */
    private static final String[][] GOOD = {
        {"info", "200", "{\"service\":\"two\"}", "{\"service\":\"two\"}"},
        {"authenticate", "200", "{\"userId\":\"ann\"}", "ann"},
        {"authorize", "200", "{\"authorities\":[\"x\",\"get-meetings\"]}", "ann"},
        {"authorize", "200", "{\"userId\":\"ann\",\"authorities\":[\"get-meetings\"]}", "ann"},
        {"meetings", "200", "{\"meetings\":[]}", "{\"meetings\":[]}"},
        {"meetings", "200", "{\"meetings\":[{\"user\":\"ann\"},{},3]}", "{\"meetings\":[{\"user\":\"ann\"},{},3]}"}};

    private static final String[][] BAD = {
        {"info", "200", "{\"name\":\"two\"}", "WRONG"}, {"info", "200", "{", "WRONG"}, {"info", "200", "[]", "WRONG"},
        {"info", "503", "", "FAILED"}, {"info", "204", "{\"service\":\"two\"}", "FAILED"},
        {"authenticate", "401", "", "UNAUTHORIZED"}, {"authenticate", "414", "", "TOKEN_TOO_LONG"},
        {"authenticate", "400", "", "FAILED"}, {"authenticate", "200", "{\"userId\":7}", "WRONG"},
        {"authorize", "200", "{\"authorities\":[]}", "FORBIDDEN"}, {"authorize", "401", "", "FAILED"},
        {"authorize", "200", "{\"userId\":\"bob\",\"authorities\":[\"get-meetings\"]}", "WRONG"},
        {"meetings", "404", "", "FAILED"}, {"meetings", "200", "{\"meetings\":[{\"user\":\"bob\"}]}", "WRONG"}};

    private static Object read(String... row) throws CallException {
        byte[] body = row[2].getBytes(StandardCharsets.UTF_8);
        Object read = CALLS.get(row[0]).read(Integer.parseInt(row[1]), body);
        return read instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : read;
    }

    @Test
    void anAnswerIsReadOrSaysWhatIsWrong() throws Exception {
        for (String[] row : GOOD) {
            assertEquals(row[3], read(row), row[0] + ": " + row[2]);
        }
        StringBuilder messages = new StringBuilder();
        for (String[] row : BAD) {
            CallException wrong = assertThrows(CallException.class, () -> read(row));
            assertEquals(Kind.valueOf(row[3]), wrong.kind(), row[0] + ": " + row[1] + ' ' + row[2]);
            messages.append(row[0]).append(' ').append(row[1]).append(' ').append(row[2]).append(" -> ")
                    .append(wrong.kind().status()).append(' ').append(wrong.getMessage()).append('\n');
        }
        Words.assertSame("service-one", "answers of service two", messages.toString());
        Words.assertSame("service-one", "failed calls", Stream.of(Kind.values()).map(kind -> kind + ": "
                + kind.status() + ' ' + CallException.of(kind).getMessage() + "; "
                + CallException.inStage(Stage.INFO, kind, null).getMessage()).collect(Collectors.joining("\n")));
    }

    private record Scripted(List<String> targets) implements BlockingCalls {
        @Override
        public <T> T make(Call<T> call) throws CallException {
            targets.add(call.target());
            return call.read(200, """
                    {"service":"two","userId":"ann","authorities":["get-meetings"],"meetings":[]}"""
                    .getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void meetingsNeedFourCallsInOrder() throws Exception {
        Scripted blocking = new Scripted(new ArrayList<>());
        assertEquals(200, new BlockingMeetings().answer(blocking, "me").status());
        List<String> four = List.of("/info", "/authenticate?token=me", "/authorize?id=ann", "/meetings?id=ann");
        assertEquals(four, blocking.targets);
        List<String> targets = new ArrayList<>();
        AsyncCalls async = new AsyncCalls() {
            @Override
            public <T> CompletableFuture<T> make(Call<T> call) {
                try {
                    return CompletableFuture.completedFuture(new Scripted(targets).make(call));
                } catch (CallException e) {
                    return CompletableFuture.failedFuture(e);
                }
            }
        };
        assertEquals(200, new AsyncMeetings().answer(async, "me").get().status());
        assertEquals(four, targets);
    }

    @Test
    void aTokenCannotAddAParameter() {
        assertEquals("/authenticate?token=a%26b+c", Call.authenticate("a&b c").target());
        assertEquals(List.of("/info", "/authorize?id=%C3%A9", "/meetings?id=%0D%0A"), Stream.of(Call.info(),
                Call.authorize("\u00e9"), Call.meetings("\r\n")).map(Call::target).toList());
    }

    @Test
    void aFailureHasTheKindOfItsCause() {
        assertEquals(Kind.LATE, CallException.of(Stage.INFO, new SocketTimeoutException()).kind());
        assertEquals(Kind.FAILED, CallException.of(Stage.INFO, new ClosedByInterruptException()).kind());
        assertEquals(Kind.REFUSED, CallException.refused(Stage.INFO, "no").kind());
    }

    private record Client(ConnectionMeter meter, boolean hasLeft) implements Call.Requester {
    }

    @Test
    void aBulkheadTakesOnlySoManyCalls() throws Exception {
        Meter meter = new Meter(Mode.LOOM);
        Client client = new Client(Requests.started(meter), false);
        Bulkhead limit = new Bulkhead(2, 0);
        limit.begin(Stage.INFO, client, true);
        limit.begin(Stage.INFO, client, false);
        CallException refused = assertThrows(CallException.class, () -> limit.begin(Stage.AUTHORIZE, client, true));
        assertEquals(Kind.REFUSED, refused.kind());
        Words.assertSame("service-one", "too many calls", refused.getMessage());
        assertEquals(1L, meter.get(Count.REFUSED_CALLS));
        limit.ended();
        limit.begin(Stage.INFO, client, false);
        Bulkhead none = new Bulkhead(0, 0);
        for (int i = 0; i < 3; i++) {
            none.begin(Stage.INFO, client, true);
        }
        none.ended();
        Client gone = new Client(client.meter, true);
        assertEquals(Kind.ABANDONED,
                assertThrows(CallException.class, () -> none.begin(Stage.INFO, gone, true)).kind());
        assertEquals(1L, meter.get(Count.REFUSED_CALLS), "a client that has left is not refused");
    }

    @Test
    void onlyAThreadMayWaitForItsCall() throws Exception {
        Client client = new Client(Requests.started(new Meter(Mode.LOOM)), false);
        Bulkhead patient = new Bulkhead(1, 600_000);
        patient.begin(Stage.INFO, client, true);
        assertThrows(CallException.class, () -> patient.begin(Stage.INFO, client, false));
        Thread waiting = Thread.ofPlatform().start(() -> {
            try {
                patient.begin(Stage.INFO, client, true);
            } catch (CallException e) {
                throw new IllegalStateException(e);
            }
        });
        while (!patient.permits().hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        patient.ended();
        waiting.join();
        Thread.currentThread().interrupt();
        assertThrows(CallException.class, () -> patient.begin(Stage.INFO, client, true));
        assertTrue(Thread.interrupted(), "the service is stopping, so the thread stays interrupted");
    }

    @Test
    void aRepeatedCallConnectsInTheTimeThatIsLeft() throws Exception {
        ServiceTwoAddress two = new ServiceTwoAddress(new InetSocketAddress(0), "two", 2_000, 10_000, 20_000,
                new Bulkhead(0, 0));
        try (EventLoop loop = new EventLoop(Thread.ofPlatform(), () -> 7)) {
            assertEquals(10_000_000_007L, two.lateAt(loop), "late in 10 s");
            assertEquals(1, two.connectMillis(7 - 5_000_000_000L, loop), "too late");
            assertEquals(1_500, two.connectMillis(1_500_000_007L, loop), "what is left");
            assertEquals(2_000, two.connectMillis(50_000_000_007L, loop), "at most as long as any call");
        }
    }
}
