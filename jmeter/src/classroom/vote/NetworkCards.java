package classroom.vote;

import module java.base;

/** Tells which network interfaces have a card behind them, and are no bridges to virtual machines or such. */
public record NetworkCards(Path devices) {
    /** Has a folder for each network interface. Only Linux has it. */
    public static final NetworkCards HERE = new NetworkCards(Path.of("/sys/class/net"));
    private static final String BELOW = "lower_";

    /** A bridge, bond or VLAN has a card if an interface below it has one. On macOS, only the name tells. */
    public boolean isBehind(String networkInterface) {
        if (!Files.isDirectory(devices)) {
            return networkInterface.startsWith("en");
        }
        Path folder = devices.resolve(networkInterface);
        String[] parts = Objects.requireNonNullElse(folder.toFile().list(), new String[0]);
        return Files.exists(folder.resolve("device"))
                || Stream.of(parts).filter(name -> name.startsWith(BELOW))
                .anyMatch(name -> isBehind(name.substring(BELOW.length())));
    }
}
