package lab.plan;

import module java.base;
import common.commandline.Tool;
import common.io.HostPort;
import load.MeasuredService;
import load.RemoteServers;
import process.RunningService;

/** Finds the service one that a run would measure. */
record Targets(TestPlan plan, PlanOptions options, PrintStream progress, Supplier<List<RunningService>> services) {
    /**
     * With --remote, an unreachable service one is no error, because a jmeter-server may be able to reach it.
     *
     * @return empty if nothing is known about the service
     * @throws IOException if there is certainly no service one
     */
    Optional<MeasuredService> serviceOne() throws IOException {
        HostPort address = address().orElse(null);
        if (address != null && isOnEachServer(address)) {
            progress.println("jmeter: each server measures the service one on its own machine; -Jhost=HOST chooses "
                    + "another machine");
        } else if (address != null && isReachable(address)) {
            return found(address);
        }
        return Optional.empty();
    }

    private Optional<MeasuredService> found(HostPort address) {
        Optional<MeasuredService> found = MeasuredService.at(address);
        progress.println("jmeter: " + found.map(MeasuredService::toString).map(Tool::printable)
                .orElse(address + " does not answer /stats as a service one does: no prediction"));
        if (address.isLoopback() && !options.properties().containsKey("port")) {
            String others = running(address.port());
            progress.print(others.isEmpty() ? "" : "jmeter: also running: " + others + "\n");
        }
        return found;
    }

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
            // on another machine, a firewall may be the cause
            boolean isCertain = e instanceof UnknownHostException
                    || e instanceof ConnectException && address.isLoopback();
            if (isCertain && !options.remote().exist()) {
                String running = address.isLoopback() ? running(0) : "";
                throw new IOException(absent + "; " + (running.isEmpty()
                        ? "start one with ./run.sh loom, or give its address with -Jhost= and -Jport="
                        : "running on this machine: " + running), e);
            }
            progress.println("jmeter: from this machine, " + absent);
            return false;
        }
    }

    /**
     * Such as {@code loom (-Jport=8082), pool (-Jport=24000)}.
     *
     * @param exceptPort the port of a service one to leave out; 0 to name all
     */
    private String running(int exceptPort) {
        return String.join(", ", services.get().stream().filter(each -> each.port() != exceptPort)
                .map(each -> each.mode() + " (-Jport=" + each.port() + ")").toList());
    }

    /** For a jmeter-server on another machine, a loopback address means that machine. */
    private boolean isOnEachServer(HostPort serviceOne) {
        return serviceOne.isLoopback() && !options.remote().areOnThisMachine();
    }
}
