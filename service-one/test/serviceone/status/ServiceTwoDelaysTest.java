package serviceone.status;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import serviceone.law.Announced;
import testing.Test;

class ServiceTwoDelaysTest implements AutoCloseable {
    private static final Optional<Announced> USUAL = Optional.of(new Announced(0.05, 0.333, Double.POSITIVE_INFINITY));

    private final AnnouncingServer serviceTwo = new AnnouncingServer();
    private final ServiceTwoDelays delays = new ServiceTwoDelays(serviceTwo.address());

    ServiceTwoDelaysTest() throws Exception {
        delays.ask();
        assertEquals(USUAL, delays.announced());
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
        delays.ask();
        assertEquals(announced, delays.announced());
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
