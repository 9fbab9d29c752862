package load;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The UDP port at which a JMeter takes orders from its own machine, and passes them on to the servers it drives. */
public final class ControlPort {
    private static final Pattern PORT = Pattern.compile("Waiting for possible .* message on port (\\d+)");

    private volatile int port;             // 0 until the thread that copies JMeter's output has found it

    /** Looks whether a line that JMeter printed tells the port. */
    public void read(String line) {
        Matcher matcher = PORT.matcher(line);
        if (matcher.find()) {
            port = Integer.parseInt(matcher.group(1));
        }
    }

    /** Asks it to let requests in flight finish, and to end. @return whether it could be asked */
    boolean shutDown() {
        return tell("Shutdown");
    }

    /** Asks it to cut requests in flight off, and to end. @return whether it could be asked */
    public boolean stopNow() {
        return tell("StopTestNow");
    }

    private boolean tell(String command) {
        byte[] message = command.getBytes(StandardCharsets.US_ASCII);
        try (DatagramSocket socket = new DatagramSocket()) {
            if (port > 0) {
                socket.send(new DatagramPacket(message, message.length, InetAddress.getLoopbackAddress(), port));
            }
            return port > 0;
        } catch (IOException e) {
            return false;      // the caller then ends it in a harder way
        }
    }
}
