package serviceone.server;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.util.SplittableRandom;
import serviceone.meter.Mode;
import servicetwo.ServiceTwo;
import testing.Test;

/**
 * How many requests fail where a share p of the calls to service two does: 1 - (1 - p)^n for a request of n calls,
 * which ends with the first that fails. Nothing hides an error, and none is made up.
 */
class ErrorRateTest {
    private record Route(String path, int calls) {
    }

    private static final Route[] ROUTES =
            {new Route("/rpc", 1), new Route("/capabilities", 3), new Route("/meetings", 4)};
    private static final int PERCENT = 20;
    private static final double ERROR = PERCENT / 100.0;
    private static final int REQUESTS = 500;
    /** Of a normal distribution, 99.99 % are within so many standard deviations. */
    private static final double DEVIATIONS = 3.89;
    private static final long SEED = 11;

    /** What fails of so many requests, one after the other, by the same draws as {@link #failing}. */
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

    private static ScriptedServer failing() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        return new ScriptedServer((exchange, number) -> {
            while (true) {
                String right = ScriptedServer.ok(ScriptedServer.answerTo(exchange.receive()));
                boolean fails;
                synchronized (random) {
                    fails = random.nextDouble() < ERROR;
                }
                exchange.send(fails ? "HTTP/1.1 500 \r\nContent-Length: 0\r\n\r\n" : right);
            }
        });
    }

    @Test
    void exactlyThoseRequestsFailOfWhichACallDoes() throws Exception {
        TestService.inEachMode(mode -> {
            for (Route route : ROUTES) {
                try (ScriptedServer two = failing(); TestService service = TestService.inFrontOf(two.port(), mode)) {
                    assertEquals(predicted(route.calls), failed(service, route.path), route.path);
                }
            }
        });
    }

    /** Its draws are the same in every run and every mode, so this passes always or never. */
    @Test
    void behindServiceTwoAsManyFailAsItsErrorPercentSays() throws Exception {
        for (Route route : ROUTES) {
            double share = 1 - Math.pow(1 - ERROR, route.calls);
            double deviation = Math.sqrt(REQUESTS * share * (1 - share));
            TestService.inEachMode(mode -> {
                int failed = failedBehindServiceTwo(mode, route.path);
                assertTrue(Math.abs(failed - REQUESTS * share) <= DEVIATIONS * deviation, route.path + ": " + failed
                        + " of " + REQUESTS + " failed, not about " + REQUESTS * share);
            });
        }
    }

    private static int failedBehindServiceTwo(Mode mode, String path) throws Exception {
        try (ServiceTwo two = new ServiceTwo("--port=0", "--delay=0", "--stage-delay=0", "--error-percent=" + PERCENT);
                TestService service = TestService.inFrontOf(two.port(), mode)) {
            return failed(service, path);
        }
    }
}
