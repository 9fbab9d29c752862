package serviceone.status;

import static testing.Assertions.assertEquals;

import java.util.Optional;
import serviceone.law.Announced;
import testing.Await;
import testing.Test;

class ServiceTwoDelaysTest implements AutoCloseable {
    private static final Optional<Announced> USUAL = Optional.of(new Announced(0.05, 0.333, Double.POSITIVE_INFINITY));

    private final AnnouncingServer serviceTwo = new AnnouncingServer();
    private final ServiceTwoDelays delays = new ServiceTwoDelays(serviceTwo.address(), 10);

    ServiceTwoDelaysTest() throws Exception {
        delays.start();
        Await.until("it has been told", () -> delays.announced().equals(USUAL));
    }

    @Override
    public void close() {
        delays.close();
        serviceTwo.close();
    }

    @Test
    void itFollowsAServiceTwoThatIsStartedAgainWithOtherDelays() throws Exception {
        serviceTwo.say(200, "{\"delayMillis\":1,\"stageDelayMillis\":2,\"authorizePermits\":3}");
        Await.until("the new ones", () -> delays.announced().equals(Optional.of(new Announced(0.001, 0.002, 3))));
    }

    @Test
    void anotherServiceAnnouncesNothing() throws Exception {
        serviceTwo.say(404, AnnouncingServer.MEETINGS);
        Await.until("a service without /stats", () -> delays.announced().isEmpty());
        serviceTwo.say(200, AnnouncingServer.MEETINGS);
        Await.until("ours again", () -> delays.announced().equals(USUAL));
        serviceTwo.say(200, "<html>not ours</html>");
        Await.until("a service that answers everything", () -> delays.announced().isEmpty());
    }

    @Test
    void whatWasSaidLastHoldsWhileServiceTwoIsAway() throws Exception {
        serviceTwo.say(0, "");
        int asked = serviceTwo.asked.get();
        Await.until("it was asked in vain", () -> serviceTwo.asked.get() >= asked + 3);
        assertEquals(USUAL, delays.announced());
    }
}
