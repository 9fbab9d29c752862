package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import classroom.vote.RoomAddresses.Candidate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import testing.Test;

class RoomAddressesTest {
    private static Candidate candidate(String networkInterface, String address) {
        try {
            return new Candidate(networkInterface, InetAddress.getByName(address));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void aPrivateAddressOfACardIsTheBestGuess() {
        List<String> inOrder = RoomAddresses.inOrder(Stream.of(
                candidate("lo", "127.0.0.1"), candidate("docker0", "172.17.0.1"), candidate("wlan0", "fe80::1"),
                candidate("wlan0", "2001:db8::7"), candidate("eth1", "169.254.3.4"), candidate("eth0", "192.0.2.5"),
                candidate("wlan0", "192.168.1.20"), candidate("utun3", "10.8.0.2")).toList())
                .stream().map(InetAddress::getHostAddress).toList();
        assertEquals(List.of("192.168.1.20", "192.0.2.5", "2001:db8:0:0:0:0:0:7", "172.17.0.1", "10.8.0.2"), inOrder);
    }

    @Test
    void anAddressIsTakenAsItIsAndThereIsAlwaysOne() throws Exception {
        InetAddress bound = InetAddress.getByName("192.0.2.5");
        assertEquals(List.of(bound), RoomAddresses.of(bound));
        List<InetAddress> ofAll = RoomAddresses.of(InetAddress.getByName("0.0.0.0"));
        assertTrue(!ofAll.isEmpty() && ofAll.stream().noneMatch(InetAddress::isAnyLocalAddress), "" + ofAll);
    }

    @Test
    void aPageIsNamedAsABrowserTakesIt() throws Exception {
        assertEquals("http://192.0.2.5:8091/", page("192.0.2.5"));
        assertEquals("http://[2001:db8:0:0:0:0:0:7]:8091/", page("2001:db8::7"));
    }

    private static String page(String address) throws Exception {
        return RoomAddresses.page(InetAddress.getByName(address), 8091).toString();
    }
}
