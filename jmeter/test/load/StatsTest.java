package load;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import common.io.HostPort;
import testing.ClosedPort;
import testing.Test;
import testing.Words;

class StatsTest {
    private interface Question {
        Record ask(HostPort address) throws IOException;
    }

    private static final Question ONE = address -> Stats.ofServiceOne(Stats.at(address), 5_000);
    private static final Question TWO = address -> Stats.ofServiceTwo(address, 5_000);
    private static final String SERVICE = "{\"service\":{\"mode\":\"loom\",\"pid\":7}";
    private static final String TOTAL = ",\"total\":{\"completed\":3,\"failed\":1}";
    private static final String NOW = ",\"now\":{\"queued\":2}";
    private static final String SERVICE_TWO = "{\"service\":\"SERVICE\",\"delayMillis\":50,\"stageDelayMillis\":333,"
            + "\"errorPercent\":0,\"hangPercent\":0,\"resetPercent\":0,\"jitterMillis\":0,\"slowStartSeconds\":0,"
            + "\"cpuMillis\":9,\"answeredByRoute\":{}}";

    private static final Object[][] REFUSED = {
        {"not JSON", ONE, "hello"}, {"a list", ONE, "[]"}, {"no service", ONE, "{}"},
        {"no mode", ONE, "{\"service\":{\"pid\":7}}"}, {"an odd mode", ONE, SERVICE.replace("loom", "../x") + "}"},
        {"a long mode", ONE, SERVICE.replace("loom", "a".repeat(21)) + "}"},
        {"not service two", TWO, SERVICE_TWO.replace("SERVICE", "three")},
        {"no counts", TWO, SERVICE_TWO.replace("SERVICE", "two").replace("answeredByRoute", "answers")}};

    @Test
    void anAnswerOfAnotherProgramIsRefused() throws Exception {
        StringBuilder refusals = new StringBuilder();
        for (Object[] row : REFUSED) {
            try (StubService stub = new StubService((String) row[2])) {
                refusals.append(row[0] + " -> " + assertThrows(IOException.class,
                        () -> ((Question) row[1]).ask(stub.address())).getMessage() + "\n");
            }
        }
        Words.assertSame("jmeter", "answers of /stats that are refused", refusals.toString());
    }

    @Test
    void eachKindOfAnswerIsRead() throws Exception {
        Object[][] table = {{ONE, "\n" + SERVICE + "}"}, {ONE, SERVICE.replace("loom", "a".repeat(20)) + "}"},
            {ONE, SERVICE + TOTAL + NOW + "}"}, {TWO, SERVICE_TWO.replace("SERVICE", "two")}};
        for (Object[] row : table) {
            try (StubService stub = new StubService((String) row[1])) {
                Record answer = ((Question) row[0]).ask(stub.address());
                assertEquals(true, answer != null, (String) row[1]);
            }
        }
    }

    @Test
    void aGeneratorReportsOnTheNextPortUntilClosed() throws Exception {
        Stats.Generator figures = new Stats.Generator(7, 8, 2, true, "key");
        assertEquals(new HostPort("a", 1_100), Stats.Generator.place(new HostPort("a", 1_099)));
        try (ClosedPort free = new ClosedPort()) {
            HostPort server = new HostPort("127.0.0.1", free.number() - 1);
            Closeable report = Stats.Generator.report(server, () -> figures);
            assertEquals(figures, Stats.ofGenerator(server, 5_000));
            report.close();
            assertThrows(IOException.class, () -> Stats.ofGenerator(server, 5_000));
        }
    }
}
