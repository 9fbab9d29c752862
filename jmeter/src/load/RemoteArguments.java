package load;

import common.io.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The arguments of the two ends of JMeter's distributed mode. No state, any thread. */
public final class RemoteArguments {
    /** For every JVM that makes requests: by default a connection is given up after a minute. */
    public static final String KEEP_CONNECTIONS = "-Jhttpclient4.time_to_live=86400000";

    private RemoteArguments() {
    }

    /** Of the JMeter that gives the orders. The servers get the properties with -G, for -J is this JVM's alone. */
    public static List<String> controller(Map<String, String> properties, List<HostPort> servers, RmiKey key,
            String callback) {
        List<String> arguments = new ArrayList<>(List.of("-R",
                servers.stream().map(HostPort::toString).collect(Collectors.joining(",")),
                "-Djava.rmi.server.hostname=" + callback));      // the servers send samples there
        arguments.addAll(key.properties());
        arguments.addAll(properties("-G", properties));
        return arguments;
    }

    public static List<String> server(HostPort listen, RmiKey key, Map<String, String> properties, String log) {
        List<String> arguments = new ArrayList<>(List.of("-s", "-j", log, "-Jserver_port=" + listen.port(),
                "-Djava.rmi.server.hostname=" + listen.host(),   // over TLS it binds to this address alone, too
                KEEP_CONNECTIONS));
        arguments.addAll(key.properties());
        arguments.addAll(properties("-J", properties));
        return arguments;
    }

    /** As JMeter takes them, each after {@code -J} or {@code -G}. */
    public static List<String> properties(String option, Map<String, String> properties) {
        return properties.entrySet().stream().map(each -> option + each.getKey() + "=" + each.getValue()).toList();
    }
}
