package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.vote.RoomAddresses.Candidate;
import testing.Test;

class RoomAddressesTest {
    private static final String[][] GUESSES = {{"wlan0", "192.168.1.20"}, {"eth0", "192.0.2.5"},
        {"wlan0", "2001:db8:0:0:0:0:0:7"}, {"docker0", "172.17.0.1"}, {"utun3", "10.8.0.2"}};
    private static final String[][] UNREACHABLE = {{"lo", "127.0.0.1"}, {"wlan0", "fe80::1"}, {"eth1", "169.254.3.4"}};

    @Test
    void aPrivateAddressOfANetworkCardIsTheBestGuess() throws Exception {
        List<Candidate> candidates = new ArrayList<>();
        for (String[] row : UNREACHABLE) {
            candidates.add(new Candidate(row[0], InetAddress.getByName(row[1])));
        }
        for (int i : new int[] {3, 2, 1, 0, 4}) {
            candidates.add(new Candidate(GUESSES[i][0], InetAddress.getByName(GUESSES[i][1])));
        }
        assertEquals(List.of(GUESSES).stream().map(row -> row[1]).toList(),
                RoomAddresses.inOrder(candidates).stream().map(InetAddress::getHostAddress).toList());
    }

    @Test
    void onlyTheWildcardAddressIsReplaced() throws Exception {
        InetAddress bound = InetAddress.getByName("192.0.2.5");
        assertEquals(Optional.of(bound), RoomAddresses.of(bound));
        assertTrue(RoomAddresses.of(InetAddress.getByName("0.0.0.0"))
                .filter(address -> address.isAnyLocalAddress() || address.isLoopbackAddress()).isEmpty(),
                "other machines can reach the address");
        assertEquals("http://192.0.2.5:8091/", RoomAddresses.page(bound, 8091).toString());
        assertEquals("http://[2001:db8:0:0:0:0:0:7]:8091/",
                RoomAddresses.page(InetAddress.getByName("2001:db8::7"), 8091).toString());
    }
}
