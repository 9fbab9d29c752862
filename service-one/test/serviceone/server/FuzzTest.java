package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import common.http.MutatedRequests;
import common.http.Verdict;
import testing.Test;

/** {@code -Dfuzz=3000} in JAVA_TOOL_OPTIONS tries more requests. */
class FuzzTest {
    private static final int REQUESTS = Integer.getInteger("fuzz", 100);
    private static final int MOST_PIECES = 5;
    /** No answer's body contains a match. */
    private static final Pattern STATUS = Pattern.compile("(?<=HTTP/1\\.1 )\\d{3}(?= )");
    private static final Set<String> STATUSES = Set.of("200", "204", "400", "401", "403", "404", "405", "413", "414",
            "417", "431", "501", "505");

    @Test
    void mutatedRequestsAreAnsweredOrRefused() throws Exception {
        TestService.inEachMode(TestService.settings("limits", MutatedRequests.LIMITS), (service, honest) -> {
            for (int number = 0; number < REQUESTS; number++) {
                String text = MutatedRequests.text(number);
                List<String> statuses = statuses(service, text, new Random(number));
                Verdict verdict = Verdict.of(MutatedRequests.LIMITS, List.of(text));
                String what = "number " + number + ", " + verdict + ": " + statuses;
                assertEquals(expectedAnswers(verdict), statuses.size(), what);
                assertTrue(STATUSES.containsAll(statuses), what);
                assertEquals(200, honest.get("/rpc").status(), "the honest client after " + what);
            }
        });
    }

    private static List<String> statuses(TestService service, String text, Random random) throws Exception {
        try (RawClient client = service.connect()) {
            client.socket.setTcpNoDelay(true);
            for (String piece : MutatedRequests.cut(text, 1 + random.nextInt(MOST_PIECES), random)) {
                client.send(piece);
            }
            client.socket.shutdownOutput();
            String answers = new String(client.socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return STATUS.matcher(answers).results().map(status -> status.group())
                    .filter(status -> !status.equals("100")).toList();
        }
    }

    /** No request after one with {@code Connection: close} is answered. */
    private static int expectedAnswers(Verdict verdict) {
        List<String> requests = verdict.requests();
        long kept = requests.stream().takeWhile(request -> !request.endsWith(" close")).count();
        boolean more = kept < requests.size() || verdict.end().startsWith(Verdict.REFUSED);
        return (int) kept + (more ? 1 : 0);
    }
}
