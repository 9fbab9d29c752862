package doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Optional;

/**
 * A port that a command takes by default. Immutable.
 *
 * @param holder who listens there; empty if the port is free
 */
record PortCheck(Use use, Optional<PortHolder> holder) {
    /** Who takes which port, and with which option it takes another. */
    enum Use {
        SERVICE_ONE(8082, "service one", "start another with --port 0; ./run.sh jmeter finds it by -Jport=PORT"),
        SERVICE_TWO(8087, "service two", "start another with --service-two-port 0, or use that one: "
                + "--service-two 127.0.0.1:8087"),
        STATUS_PAGE(8083, "the status page", "service one takes any free port for the page, and its ready line says "
                + "which; --admin-port chooses one"),
        CLASS(8090, "the class's page", "./run.sh class --port takes another"),
        VOTE(8091, "the page for votes", "./run.sh class --vote-port takes another");

        private final int port;
        private final String what;
        private final String instead;

        Use(int port, String what, String instead) {
            this.port = port;
            this.what = what;
            this.instead = instead;
        }
    }

    static PortCheck look(Use use) throws InterruptedException {
        return new PortCheck(use, isFree(use.port) ? Optional.empty() : Optional.of(PortHolder.of(use.port)));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);      // connections of a service that has ended are no obstacle
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    Finding finding() {
        String subject = "port " + use.port;
        return holder.isEmpty() ? Finding.ok(subject, "free, for " + use.what)
                : Finding.note(subject, "for " + use.what + ", is taken by " + holder.get(), use.instead);
    }
}
