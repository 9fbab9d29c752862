package serviceone.server;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import serviceone.server.ScriptedServer.Script;
import testing.Test;

/** Service two answers what was not asked: nobody gets it, and its connection is never used again. */
class WrongAnswersTest {
    private record Row(String call, String body) {
    }

    private static final String INFO = "{\"service\":\"two\"}";
    private static final String USER = "{\"userId\":\"abc123\"}";
    private static final String MEETINGS = "{\"meetings\":[]}";

    /** Of each call: what is no JSON, JSON of another shape, the answers to other calls or about others. */
    private static final List<Row> ROWS = List.of(
            new Row("info", "hello"), new Row("info", "[]"), new Row("info", "{}"), new Row("info", USER),
            new Row("info", "{\"service\":2}"),
            new Row("authenticate", ""), new Row("authenticate", "null"), new Row("authenticate", INFO),
            new Row("authenticate", "{\"userId\":7}"),
            new Row("authorize", "{"), new Row("authorize", "7"), new Row("authorize", USER),
            new Row("authorize", "{\"authorities\":\"get-meetings\"}"),
            new Row("authorize", "{\"userId\":\"other\",\"authorities\":[\"get-meetings\"]}"),
            new Row("meetings", "{\"meetings\":[{\"user\":\"other\"}]}"),
            new Row("meetings", "<html>"), new Row("meetings", "\"meetings\""), new Row("meetings", INFO),
            new Row("meetings", "{\"meetings\":{}}"));

    @Test
    void aWrongAnswerIsA502ThatNamesTheCallAndItsConnectionEnds() throws Exception {
        TestService.inEachMode(mode -> {
            for (Row row : ROWS) {
                Script script = (exchange, number) -> {
                    while (number == 1) {
                        String asked = exchange.receive();
                        boolean wrong = ScriptedServer.callOf(asked).equals(row.call);
                        exchange.send(ScriptedServer.ok(wrong ? row.body : ScriptedServer.answerTo(asked)));
                    }
                    exchange.answerAll();
                };
                try (ScriptedServer two = new ScriptedServer(script);
                        TestService service = TestService.inFrontOf(two.port(), mode);
                        RawClient client = service.connect()) {
                    RawClient.Reply reply = client.get("/meetings");
                    assertEquals(502, reply.status(), row + ": " + reply.body());
                    assertContains("{\"error\":\"" + row.call + ": service two answered w", reply.body());
                    assertEquals(MEETINGS, client.get("/meetings").body(), row.toString());
                    assertEquals(2, two.connections.get(), "connections after " + row);
                }
            }
        });
    }

    /**
     * The second answer comes when the next call has been sent, where nothing tells it from that call's: each answer
     * is one call late from then on.
     */
    @Test
    void oneAnswerTooManyDoesNotShiftThoseBehindIt() throws Exception {
        TestService.inEachMode(mode -> {
            Script script = (exchange, number) -> {
                while (number == 1) {
                    String late = ScriptedServer.ok(ScriptedServer.answerTo(exchange.receive()));
                    exchange.send(late);
                    exchange.receive();
                    exchange.send(late);
                }
                exchange.answerAll();
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode);
                    RawClient client = service.connect()) {
                assertEquals(502, client.get("/meetings").status(), "its second call got the answer to the first");
                for (int i = 0; i < 3; i++) {
                    assertEquals(MEETINGS, client.get("/meetings").body(), "on a second connection");
                }
                assertEquals(2, two.connections.get(), "connections");
            }
        });
    }

    @Test
    void twoAnswersInOnePacketEndTheirConnection() throws Exception {
        TestService.inEachMode(mode -> {
            Script script = (exchange, number) -> {
                while (number == 1) {
                    String answer = ScriptedServer.ok(ScriptedServer.answerTo(exchange.receive()));
                    exchange.send(answer + answer);
                }
                exchange.answerAll();
            };
            try (ScriptedServer two = new ScriptedServer(script);
                    TestService service = TestService.inFrontOf(two.port(), mode);
                    RawClient client = service.connect()) {
                assertEquals(MEETINGS, client.get("/meetings").body(), "the first of the two is the answer");
                assertEquals(2, two.connections.get(), "connections");
            }
        });
    }
}
