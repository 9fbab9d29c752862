package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.Map;
import java.util.SplittableRandom;
import testing.Test;

/**
 * How many requests fail where a share p of the calls to service two does: 1 - (1 - p)^n for a request of n calls,
 * which ends with the first that fails. Nothing hides an error, and none is made up.
 */
class ErrorRateTest {
    private static final Map<String, Integer> CALLS = Map.of("/rpc", 1, "/capabilities", 3, "/meetings", 4);
    private static final double ERROR = 0.2;
    private static final int REQUESTS = 150;
    private static final long SEED = 11;

    /** What fails of so many requests, one after the other, by the same draws as service two's. */
    private static int predicted(int calls) {
        SplittableRandom random = new SplittableRandom(SEED);
        int failed = 0;
        for (int request = 0; request < REQUESTS; request++) {
            boolean good = true;
            for (int call = 0; call < calls && good; call++) {
                good = random.nextDouble() >= ERROR;
            }
            failed += good ? 0 : 1;
        }
        return failed;
    }

    private static int failed(TestService service, String path) throws Exception {
        int failed = 0;
        try (RawClient client = service.connect()) {
            for (int request = 0; request < REQUESTS; request++) {
                int status = client.get(path).status();
                assertTrue(status == 200 || status == 502, "a good answer or none: " + status);
                failed += status == 502 ? 1 : 0;
            }
        }
        return failed;
    }

    private static ScriptedServer.Script failing() {
        SplittableRandom random = new SplittableRandom(SEED);
        return (exchange, _) -> {
            while (true) {
                String right = ScriptedServer.ok(ScriptedServer.answerTo(exchange.receive()));
                boolean fails;
                synchronized (random) {
                    fails = random.nextDouble() < ERROR;
                }
                exchange.send(fails ? "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n" : right);
            }
        };
    }

    @Test
    void exactlyThoseRequestsFailOfWhichACallDoes() throws Exception {
        TestService.inEachMode(mode -> {
            for (String path : CALLS.keySet()) {
                try (ScriptedServer two = new ScriptedServer(failing());
                        TestService service = TestService.inFrontOf(two.port(), mode)) {
                    assertEquals(predicted(CALLS.get(path)), failed(service, path), path);
                }
            }
        });
    }
}
