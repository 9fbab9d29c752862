package classroom.vote;

import module java.base;
import common.io.HostPort;

/** Guesses the address at which phones reach this machine, preferably a network card's private IPv4 address. */
final class RoomAddresses {
    private static final Pattern VIRTUAL = Pattern.compile(
            "(docker|br-|bridge|veth|virbr|vboxnet|vmnet|vnic|cni|flannel|lxc|lxd|tun|tap|utun|wg|tailscale|zt).*");

    record Candidate(String networkInterface, InetAddress address) {
    }

    private RoomAddresses() {
    }

    /** Empty for 0.0.0.0 if this machine has no network address. */
    static Optional<InetAddress> of(InetAddress bind) {
        return bind.isAnyLocalAddress() ? inOrder(candidates()).stream().findFirst() : Optional.of(bind);
    }

    static List<InetAddress> inOrder(List<Candidate> candidates) {
        return candidates.stream().filter(candidate -> isReachable(candidate.address))
                .sorted(Comparator.comparingInt(RoomAddresses::rank)).map(Candidate::address).toList();
    }

    private static boolean isReachable(InetAddress address) {
        return !address.isLoopbackAddress() && !address.isLinkLocalAddress() && !address.isMulticastAddress();
    }

    private static int rank(Candidate candidate) {
        InetAddress address = candidate.address;
        int family = !(address instanceof Inet4Address) ? 2 : address.isSiteLocalAddress() ? 0 : 1;
        return VIRTUAL.matcher(candidate.networkInterface).matches() ? family + 3 : family;
    }

    private static List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        try (Stream<NetworkInterface> interfaces = NetworkInterface.networkInterfaces()) {
            for (NetworkInterface each : interfaces.toList()) {
                if (each.isUp()) {
                    each.inetAddresses().forEach(address -> candidates.add(new Candidate(each.getName(), address)));
                }
            }
        } catch (SocketException e) {
            return candidates;
        }
        return candidates;
    }

    static URI page(InetAddress address, int port) {
        String host = address.getHostAddress().replaceFirst("%.*", "");      // a scope id is valid only on this machine
        return URI.create("http://" + new HostPort(host, port) + "/");
    }
}
