package serviceone;

import static testing.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import testing.ClosedPort;
import testing.Test;

class ServiceTwoPlaceTest {
    private static ServiceTwoAddress at(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new ServiceTwoAddress(address, "two", 20_000, 20_000, new Bulkhead(0));
    }

    @Test
    void ofSeveralAddressesTheFirstThatAnswersIsUsed() throws Exception {
        try (ClosedPort closed = new ClosedPort();
                ServerSocket open = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            ServiceTwoAddress answering = at(open.getLocalPort());
            assertEquals(answering, ServiceOne.firstThatAnswers(List.of(at(closed.number()), answering)));
        }
    }
}
