package jmeter.run;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import jmeter.plan.Plan;
import jmeter.plan.PlanOptions;
import jmeter.remote.HostPort;

/** Checks, before a run, that service one and the jmeter-servers answer. Immutable; used by the main thread. */
record Targets(Plan plan, PlanOptions options, PrintStream progress) {
    /**
     * Refuses a run without a service one. Other machines that make the load may reach a host that this one does not.
     */
    void checkServiceOne() throws IOException {
        String host = plan.value("host", options.properties()).orElse("");
        int port = plan.value("port", options.properties()).map(HostPort::port).orElse(0);
        if (host.isEmpty() || port == 0) {
            return;      // somebody else's plan, which names its host in a way of its own
        }
        try {
            new HostPort(host, port).reach();
        } catch (IOException e) {
            String absent = "no service one answers at " + host + ":" + port + " (" + e.getMessage() + ")";
            if (options.remote().isEmpty()) {
                throw new IOException(absent
                        + "; start one with ./run.sh loom, or say where it is with -Jhost= and -Jport=", e);
            }
            progress.println("jmeter: from this machine, " + absent);
        }
    }

    /** Refuses a run without its jmeter-servers; returns the address under which they reach this machine. */
    String checkServers() throws IOException {
        String callback = "127.0.0.1";
        for (HostPort server : options.remote()) {
            InetAddress seen = reach(server);
            callback = seen.isLoopbackAddress() ? callback : seen.getHostAddress();
        }
        boolean elsewhere = !callback.equals("127.0.0.1");
        if (elsewhere && plan.value("host", options.properties()).filter("127.0.0.1"::equals).isPresent()) {
            progress.println("jmeter: each server will ask a service one on its own machine; -Jhost= names another");
        }
        return callback;
    }

    private static InetAddress reach(HostPort server) throws IOException {
        try {
            return server.reach();
        } catch (IOException e) {
            throw new IOException("no jmeter-server answers at " + server + " (" + e.getMessage()
                    + "); start one there with ./run.sh jmeter-server", e);
        }
    }
}
