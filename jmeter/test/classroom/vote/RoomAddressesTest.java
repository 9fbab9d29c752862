package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import classroom.vote.RoomAddresses.Candidate;
import classroom.vote.VoteServer.Place;
import testing.TemporaryFolder;
import testing.Test;

class RoomAddressesTest extends TemporaryFolder {
    private static Candidate candidate(String address, boolean isOfCard) {
        return new Candidate("", InetAddress.ofLiteral(address), isOfCard);
    }

    @Test
    void aPrivateAddressOfANetworkCardIsTheBestGuess() {
        List<Candidate> best = List.of(candidate("192.168.1.20", true), candidate("192.0.2.5", true),
                candidate("2001:db8::7", true), candidate("172.17.0.1", false), candidate("198.51.100.1", false));
        Stream<Candidate> unreachable = Stream.of("127.0.0.1", "fe80::1", "169.254.3.4")
                .map(address -> candidate(address, true));
        assertEquals(best, RoomAddresses.inOrder(Stream.concat(unreachable, best.reversed().stream()).toList()));
    }

    /** As in Linux's /sys/class/net. */
    @Test
    void anInterfaceIsOfACardIfItOrOneBelowItHasADevice() throws Exception {
        for (String name : List.of("wlan0/device/vendor", "docker0/lower_veth1/mtu", "veth1/mtu", "podman0/mtu",
                "br0/lower_bond0/mtu", "bond0/lower_eth0/mtu", "eth0/device/vendor", "virbr0/brif/x")) {
            write("net/" + name, "");
        }
        RoomAddresses linux = new RoomAddresses(null, folder.resolve("net"));
        assertEquals(List.of("wlan0", "br0", "bond0", "eth0"), Stream.of("wlan0", "docker0", "veth1", "podman0", "br0",
                "bond0", "eth0", "virbr0", "absent").filter(linux::isCard).toList());
        RoomAddresses mac = new RoomAddresses(null, folder.resolve("absent"));
        assertEquals(List.of("en0", "en5"), Stream.of("en0", "bridge100", "utun3", "en5", "vmnet1", "lo0")
                .filter(mac::isCard).toList());
    }

    @Test
    void onlyTheWildcardAddressIsReplaced() throws Exception {
        Map<String, String> bound = Map.of("192.0.2.5", "http://192.0.2.5:8091/",
                "2001:db8::7", "http://[2001:db8:0:0:0:0:0:7]:8091/");
        bound.forEach((address, url) -> assertEquals(List.of(new Place(URI.create(url), "")),
                new RoomAddresses(InetAddress.ofLiteral(address)).places(8091)));
        assertTrue(new RoomAddresses(InetAddress.ofLiteral("0.0.0.0")).places(8091).stream()
                .map(place -> InetAddress.ofLiteral(place.url().getHost()))
                .noneMatch(address -> address.isAnyLocalAddress() || address.isLoopbackAddress()),
                "other machines can reach the address");
    }
}
