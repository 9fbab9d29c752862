package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.util.List;
import load.Stats.One.Law;
import testing.Test;

class ExpectationTest {
    private record Service(double limit, Law law) {
        Expectation expects(PlannedLoad load) {
            return new Expectation(load, limit, law);
        }
    }

    private static final Service LOOM = service(10_000, 1.049);
    private static final Service POOL = service(200, 1.049);

    @Test
    void ofUsersWhoAreAllServedAtOnce() {
        assertEquals(List.of("Little's law: 100 users / 1.049 s = 95.3/s; measured 95.1/s (99.8 %)",
                "response time: 1.049 s of waiting; measured 1.053 s on average"),
                lines(closed(100), LOOM, 95.1, 1.053));
    }

    @Test
    void ofMoreUsersThanAreServedAtOnce() {
        assertEquals(List.of("Little's law: 200 of 1,000 users at once / 1.049 s = 190.7/s; measured 186.0/s (97.6 %)",
                "response time: 1,000 users / 190.7/s = 5.245 s; measured 5.391 s on average"),
                lines(closed(1_000), POOL, 186, 5.391));
    }

    @Test
    void ofWhatServiceTwoHasTooFewPermitsFor() {
        Service permitted = new Service(10_000, new Law(1.049, 30.03, "permits"));
        assertEquals(List.of("Little's law: 100 users / 1.049 s = 95.3/s, of which the permits allow 30.0/s; "
                + "measured 29.9/s (99.6 %)",
                "response time: 100 users / 30.0/s = 3.330 s; measured 3.345 s on average"),
                lines(closed(100), permitted, 29.9, 3.345));
    }

    @Test
    void ofArrivalsThatAreAllAnswered() {
        assertEquals(List.of("Little's law: 50.0/s x 1.049 s = 52.4 requests at once, within the limit of 10,000, "
                + "so all are answered: 50.0/s; measured 49.9/s (99.8 %)",
                "response time: 1.049 s of waiting; measured 1.053 s on average"),
                lines(open(50), LOOM, 49.9, 1.053));
    }

    @Test
    void ofMoreArrivalsThanAreAnswered() {
        assertEquals(List.of("Little's law: 300.0/s x 1.049 s = 314.7 requests at once, more than the limit: "
                + "200 / 1.049 s = 190.7/s; measured 188.0/s (98.6 %)",
                "response time: the queue grows by 109.3 requests a second, and it with the queue; "
                + "measured 5.500 s on average"), lines(open(300), POOL, 188, 5.5));
    }

    private record Unknown(Service service, double errorShare, String why) {
    }

    private static final List<Unknown> UNKNOWN = List.of(
            new Unknown(new Service(200, null), 0, "did not answer /stats"),
            new Unknown(service(200, Double.NaN), 0, "how long its requests had to wait"),
            new Unknown(service(Double.NaN, 1), 0, "how many it serves at once"),
            new Unknown(service(200, 0), 0, "CPU time"),
            new Unknown(LOOM, 0.25, "25.0 % of the requests failed"));

    @Test
    void isNoneWhereSomethingIsNotKnown() {
        for (Unknown row : UNKNOWN) {
            List<String> lines = row.service.expects(closed(100)).lines(95, 1, row.errorShare);
            assertEquals(1, lines.size(), row.why);
            assertContains(row.why, lines.getFirst());
        }
    }

    private static List<String> lines(PlannedLoad load, Service service, double throughput, double meanSeconds) {
        return service.expects(load).lines(throughput, meanSeconds, 0);
    }

    private static Service service(double limit, double waitSeconds) {
        return new Service(limit, new Law(waitSeconds, Double.NaN, ""));
    }

    private static PlannedLoad closed(double users) {
        return new PlannedLoad(false, users, 5, 30, 0);
    }

    private static PlannedLoad open(double rate) {
        return new PlannedLoad(true, rate, 0, 30, 15);
    }
}
