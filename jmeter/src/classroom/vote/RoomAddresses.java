package classroom.vote;

import module java.base;
import classroom.vote.VoteServer.Place;

/** Guesses the addresses at which phones reach this machine, preferably a network card's private IPv4 address. */
public record RoomAddresses(InetAddress bind, Path devices) {
    private static final String BELOW = "lower_";

    /** @param isOfCard whether a network card is behind it, and not a tunnel or a bridge to virtual machines */
    record Candidate(String networkInterface, InetAddress address, boolean isOfCard) {
    }

    public RoomAddresses(InetAddress bind) {
        this(bind, Path.of("/sys/class/net"));      // has a folder for each network interface; only on Linux
    }

    /** The best guess first. Empty for 0.0.0.0 if this machine has no network address. */
    public List<Place> places(int port) {
        List<Candidate> all = bind.isAnyLocalAddress() ? inOrder(candidates())
                : List.of(new Candidate("", bind, true));
        return all.stream().map(each -> Place.of(each.address, port, each.networkInterface)).toList();
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

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        try (Stream<NetworkInterface> interfaces = NetworkInterface.networkInterfaces()) {
            for (NetworkInterface each : interfaces.toList()) {
                boolean isOfCard = !each.isPointToPoint() && isCard(each.getName());
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

    /** A bridge, bond or VLAN has a card if an interface below it has one. On macOS, only the name tells. */
    boolean isCard(String networkInterface) {
        if (!Files.isDirectory(devices)) {
            return networkInterface.startsWith("en");
        }
        Path folder = devices.resolve(networkInterface);
        String[] parts = Objects.requireNonNullElse(folder.toFile().list(), new String[0]);
        return Files.exists(folder.resolve("device"))
                || Stream.of(parts).filter(name -> name.startsWith(BELOW))
                .anyMatch(name -> isCard(name.substring(BELOW.length())));
    }
}
