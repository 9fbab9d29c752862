package doctor;

import common.io.HostPort;
import common.process.ListeningProcesses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import load.Stats.One.Service;
import load.Stats;

/** A port that a command takes by default, and with which option it takes another. */
enum PortCheck {
    SERVICE_ONE(8082, "service one", "start another with --port 0; ./run.sh jmeter finds it by -Jport=PORT"),
    SERVICE_TWO(8087, "service two", "start another with --service-two-port 0, or use that one: "
            + "--service-two 127.0.0.1:8087"),
    STATUS_PAGE(8083, "the status page", "service one takes any free port for the page, and its ready line says "
            + "which; --admin-port chooses one"),
    CLASS(8090, "the class's page", "./run.sh class --port takes another"),
    VOTE(8091, "the page for votes", "./run.sh class --vote-port takes another");

    private static final int TIMEOUT_MILLIS = 1_000;

    private final int port;
    private final String what;
    private final String instead;

    PortCheck(int port, String what, String instead) {
        this.port = port;
        this.what = what;
        this.instead = instead;
    }

    Finding finding() throws InterruptedException {
        return finding(isFree() ? Optional.empty() : Optional.of(holder(port)));
    }

    /** @param holder who listens there; empty if the port is free */
    Finding finding(Optional<String> holder) {
        String subject = "port " + port;
        return holder.isEmpty() ? Finding.ok(subject, "free, for " + what)
                : Finding.note(subject, "for " + what + ", is taken by " + holder.get(), instead);
    }

    private boolean isFree() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);      // connections of a service that has ended are no obstacle
            socket.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Who listens at a port, as far as it can be told. */
    static String holder(int port) throws InterruptedException {
        HostPort address = new HostPort("127.0.0.1", port);
        try {
            Service one = Stats.ofServiceOne(Stats.at(address), TIMEOUT_MILLIS).service();
            return "a running service one (" + one.mode() + ", pid " + one.pid() + ")";
        } catch (IOException e) {
            // then it may be the other one
        }
        try {
            Stats.ofServiceTwo(address, TIMEOUT_MILLIS);
            return "a running service two";
        } catch (IOException e) {
            return program(port).orElse("another program (as root, lsof -i :" + port + " tells which)");
        }
    }

    private static Optional<String> program(int port) throws InterruptedException {
        return ListeningProcesses.at(port).stream().findFirst().map(process -> process.info().command()
                .map(command -> Path.of(command).getFileName().toString()).orElse("a program")
                + " (pid " + process.pid() + ")");
    }
}
