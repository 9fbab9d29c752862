package load;

import module java.base;

/**
 * The UDP port on which JMeter accepts stop commands from its own machine. JMeter passes the commands on to its remote
 * servers.
 */
public final class ControlPort {
    private static final Pattern PORT = Pattern.compile("Waiting for possible .* message on port (\\d+)");

    private static final int MOST = 65_535;

    private volatile int port;      // set by the thread that copies JMeter's output

    /**
     * Arguments for a JMeter that shares its port with no other. JMeter's default is the same for all, so a program
     * that stops its own JMeter there may stop another one.
     */
    public static List<String> arguments() throws SocketException {
        try (DatagramSocket free = new DatagramSocket()) {
            return List.of("-Jjmeterengine.nongui.port=" + free.getLocalPort(),
                    "-Jjmeterengine.nongui.maxport=" + MOST);
        }
    }

    public void read(String line) {
        Matcher matcher = PORT.matcher(line);
        if (matcher.find()) {
            port = Integer.parseInt(matcher.group(1));
        }
    }

    /** Asks JMeter to finish the requests in flight and exit. Returns whether the command was sent. */
    public boolean shutDown() {
        return send("Shutdown");
    }

    /** Asks JMeter to cut off the requests in flight and exit. Returns whether the command was sent. */
    public boolean stopNow() {
        return send("StopTestNow");
    }

    private boolean send(String command) {
        byte[] message = command.getBytes(StandardCharsets.US_ASCII);
        try (DatagramSocket socket = new DatagramSocket()) {
            if (port > 0) {
                socket.send(new DatagramPacket(message, message.length, InetAddress.getLoopbackAddress(), port));
            }
            return port > 0;
        } catch (IOException e) {
            return false;      // the caller kills JMeter
        }
    }
}
