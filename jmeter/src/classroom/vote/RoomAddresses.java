package classroom.vote;

import module java.base;
import common.io.HostPort;

/** Guesses the address at which phones reach this machine, preferably a network card's private IPv4 address. */
final class RoomAddresses {
    /** @param isOfCard whether a network card is behind it, and not a tunnel or a bridge to virtual machines */
    record Candidate(String networkInterface, InetAddress address, boolean isOfCard) {
    }

    private RoomAddresses() {
    }

    /** The best guess first. Empty for 0.0.0.0 if this machine has no network address. */
    static List<Candidate> of(InetAddress bind, Predicate<String> isCard) {
        return bind.isAnyLocalAddress() ? inOrder(candidates(isCard))
                : List.of(new Candidate("", bind, true));
    }

    static List<Candidate> inOrder(List<Candidate> candidates) {
        return candidates.stream().filter(candidate -> isReachable(candidate.address))
                .sorted(Comparator.comparing((Candidate each) -> !each.isOfCard)
                        .thenComparing(each -> !(each.address instanceof Inet4Address))
                        .thenComparing(each -> !each.address.isSiteLocalAddress())).toList();
    }

    private static boolean isReachable(InetAddress address) {
        return !address.isLoopbackAddress() && !address.isLinkLocalAddress()
                && !address.isMulticastAddress();
    }

    private static List<Candidate> candidates(Predicate<String> isCard) {
        List<Candidate> candidates = new ArrayList<>();
        try (Stream<NetworkInterface> interfaces = NetworkInterface.networkInterfaces()) {
            for (NetworkInterface each : interfaces.toList()) {
                boolean isOfCard = !each.isPointToPoint() && isCard.test(each.getName());
                if (each.isUp()) {
                    each.inetAddresses().forEach(address ->
                            candidates.add(new Candidate(each.getName(), address, isOfCard)));
                }
            }
        } catch (SocketException e) {
            return candidates;      // an interface has just gone
        }
        return candidates;
    }

    static URI page(InetAddress address, int port) {
        String host = address.getHostAddress().replaceFirst("%.*", "");      // a scope id is valid only on this machine
        return URI.create("http://" + new HostPort(host, port) + "/");
    }
}
