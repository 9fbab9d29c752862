package serviceone.status;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import serviceone.law.Demand.Announced;
import testing.Test;

/** What it is told by service two. */
class ForecasterTest implements AutoCloseable {
    private static final Optional<Announced> USUAL = Optional.of(new Announced(0.05, 0.333, Double.POSITIVE_INFINITY));

    private final AnnouncingServer serviceTwo = new AnnouncingServer();
    private final Forecaster forecaster = new Forecaster(null, serviceTwo.address());

    ForecasterTest() throws Exception {
        forecaster.askServiceTwo();
        assertEquals(USUAL, forecaster.announced());
    }

    @Override
    public void close() {
        serviceTwo.close();
    }

    @Test
    void itFollowsAServiceTwoThatIsStartedAgainWithOtherDelays() {
        assertSays(Optional.of(new Announced(0.001, 0.002, 3)), 200,
                "{\"delayMillis\":1,\"stageDelayMillis\":2,\"authorizePermits\":3}");
    }

    private void assertSays(Optional<Announced> announced, int status, String body) {
        serviceTwo.say(status, body);
        forecaster.askServiceTwo();
        assertEquals(announced, forecaster.announced());
    }

    @Test
    void anotherServiceAnnouncesNothing() {
        assertSays(Optional.empty(), 404, "no such path");
        assertSays(USUAL, 200, AnnouncingServer.MEETINGS);
        assertSays(Optional.empty(), 200, "<html>answers everything</html>");
    }

    @Test
    void whatWasSaidLastHoldsWhileServiceTwoIsAway() {
        assertSays(USUAL, 0, "");
    }
}
