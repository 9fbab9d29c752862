package serviceone.soak;

import static testing.Assertions.assertEquals;

import java.util.List;
import serviceone.server.RawClient;
import testing.Test;

class JudgeTest {
    private record Row(String reason, int status, String body, Outcome outcome) {
    }

    private static final String OF_ITS_OWN = "{\"meetings\":[{\"user\":\"user-1\"}]}";

    private static final List<Row> ROWS = List.of(
            new Row("its own", 200, OF_ITS_OWN, Outcome.ANSWERED),
            new Row("of the one behind it", 200, "{\"user\":\"user-2\"}", Outcome.OUT_OF_ORDER),
            new Row("of another connection", 200, "{\"user\":\"user-10\"}", Outcome.MIXED_UP),
            new Row("of nobody", 200, "{\"meetings\":[]}", Outcome.MIXED_UP),
            new Row("no room", 503, "", Outcome.REFUSED),
            new Row("service two failed", 502, "", Outcome.FAILED),
            new Row("service two is late", 504, "", Outcome.FAILED),
            new Row("a fault of service one", 500, "", Outcome.WRONG),
            new Row("its own, but no success", 401, OF_ITS_OWN, Outcome.WRONG));

    @Test
    void anAnswerMustNameTheUserWhoAsked() {
        for (Row row : ROWS) {
            Outcomes outcomes = new Outcomes();
            Judge.count(new RawClient.Reply(row.status, "", row.body), "user-1", List.of("user-2", "user-3"), outcomes);
            assertEquals(1L, outcomes.of(row.outcome), row.reason);
            assertEquals(row.outcome.isBad() ? 1L : 0L, outcomes.bad(), row.reason);
            assertEquals(1L, outcomes.requests(), row.reason);
        }
    }
}
