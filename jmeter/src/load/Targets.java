package load;

import common.commandline.Tool;
import common.io.HostPort;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Looks, before a run, whether service one answers, and which it is.
 *
 * @param services tells those that run on this machine
 */
record Targets(TestPlan plan, PlanOptions options, PrintStream progress, Supplier<List<RunningService>> services) {
    /**
     * Says which service one is going to be measured, and refuses a run where there certainly is none. Other machines
     * that make the load may reach a host that this one does not; and a firewall may let JMeter pass later.
     *
     * @return empty where nothing is known of it
     */
    Optional<MeasuredService> serviceOne() throws IOException {
        HostPort address = address().orElse(null);
        if (address != null && isOnTheServers(address)) {
            progress.println("jmeter: each server will ask a service one on its own machine; -Jhost= names another");
        } else if (address != null && isReachable(address)) {
            return described(address);
        }
        return Optional.empty();
    }

    private Optional<MeasuredService> described(HostPort address) {
        Optional<MeasuredService> found = MeasuredService.at(address);
        progress.println("jmeter: " + found.map(MeasuredService::toString)
                .orElse(address + " does not answer /stats as a service one does: nothing is predicted"));
        if (address.isLoopback() && !options.properties().containsKey("port")) {
            String others = running(address.port());
            progress.print(others.isEmpty() ? "" : "jmeter: there is also " + others + "\n");
        }
        return found;
    }

    /** Empty for somebody else's plan, which names its host in a way of its own. */
    private Optional<HostPort> address() {
        String host = plan.value("host", options.properties()).orElse("");
        return HostPort.parse(HostPort.inUrl(host) + ':' + plan.value("port", options.properties()).orElse(""))
                .filter(address -> address.port() > 0);
    }

    private boolean isReachable(HostPort address) throws IOException {
        try {
            RemoteServers.reach(address);
            return true;
        } catch (IOException e) {
            String absent = "no service one answers at " + address + " (" + Tool.reason(e) + ")";
            // Of another machine, a refusal may be a firewall's.
            boolean isCertain = e instanceof UnknownHostException
                    || e instanceof ConnectException && address.isLoopback();
            if (isCertain && options.remote().isEmpty()) {
                String running = address.isLoopback() ? running(0) : "";
                throw new IOException(absent + "; " + (running.isEmpty()
                        ? "start one with ./run.sh loom, or say where it is with -Jhost= and -Jport="
                        : "on this machine there is " + running), e);
            }
            progress.println("jmeter: from this machine, " + absent);
            return false;
        }
    }

    /** Which run on this machine at other ports; such as: loom (-Jport=8082), pool (-Jport=24000). */
    private String running(int butPort) {
        return String.join(", ", services.get().stream().filter(each -> each.port() != butPort)
                .map(each -> each.mode() + " (-Jport=" + each.port() + ")").toList());
    }

    /** A loopback address is, to a server on another machine, one on its own. */
    private boolean isOnTheServers(HostPort serviceOne) {
        return serviceOne.isLoopback() && !options.remote().stream().allMatch(HostPort::isLoopback);
    }
}
