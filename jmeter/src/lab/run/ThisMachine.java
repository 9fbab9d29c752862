package lab.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** Which addresses are this machine's. Stateless. */
final class ThisMachine {
    private ThisMachine() {
    }

    /** Whether programs here may listen at it, and others reach them by it; false for a name that nobody knows. */
    static boolean has(String host) {
        try {
            InetAddress address = InetAddress.getByName(host);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether other machines would take it for one of their own. */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (IOException e) {
            return false;      // a name that nobody knows here
        }
    }
}
