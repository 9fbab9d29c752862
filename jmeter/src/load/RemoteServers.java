package load;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.io.HostPort;

/** The running jmeter-servers that generate a load. */
public record RemoteServers(List<HostPort> addresses) {
    private static final String OPTION = "--remote";
    static final int DEFAULT_PORT = 1099;
    private static final int CONNECT_MILLIS = 3_000;

    /** The option may be repeated. A server's port may be left out. */
    public static Option option(String meaning) {
        return new Option(OPTION, "HOST:PORT,…", "", "the servers: host:port,host:port",
                list -> servers(list).allMatch(server -> server.filter(each -> each.port() > 0).isPresent()), meaning);
    }

    private static Stream<Optional<HostPort>> servers(String list) {
        return Stream.of(list.split(",", -1)).map(server ->
                HostPort.parse(server).or(() -> HostPort.parse(server + ':' + DEFAULT_PORT)));
    }

    public static RemoteServers of(CommandLine line) {
        return new RemoteServers(line.options().getOrDefault(OPTION, List.of()).stream()
                .flatMap(RemoteServers::servers).map(Optional::orElseThrow).toList());
    }

    public void check(Path repository) throws IOException, InterruptedException {
        reach();
        for (HostPort server : addresses) {
            RmiKey.in(repository).check(server);
        }
    }

    /** A jmeter-server reads the file where it runs. */
    public void checkBody(String file) throws UsageException {
        Optional<HostPort> elsewhere = addresses.stream().filter(server -> !server.isOfThisMachine()).findFirst();
        if (!file.isEmpty() && elsewhere.isPresent()) {
            throw new UsageException("the jmeter-server at " + elsewhere.get() + " cannot read the request body "
                    + file + " of this machine: send it from here, without " + OPTION);
        }
    }

    /** @return the address at which the servers reach this machine */
    private String reach() throws IOException {
        String callback = InetAddress.getLoopbackAddress().getHostAddress();
        for (HostPort server : addresses) {
            try {
                InetAddress seen = reach(server);
                callback = seen.isLoopbackAddress() ? callback : seen.getHostAddress();
            } catch (IOException e) {
                throw new IOException("no jmeter-server answers at " + server + " (" + Tool.reason(e)
                        + "); --remote names running servers: start one there with ./run.sh jmeter-server", e);
            }
        }
        return callback;
    }

    /** @return the address of this machine that the server sees */
    public static InetAddress reach(HostPort server) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(server.host(), server.port()), CONNECT_MILLIS);
            return socket.getLocalAddress();
        }
    }

    /** -G sends a property to the servers; -J would not. */
    public List<String> arguments(Map<String, String> properties, RmiKey key) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-R",
                addresses.stream().map(HostPort::toString).collect(Collectors.joining(",")),
                "-Djava.rmi.server.hostname=" + reach()));      // the servers send samples to it
        arguments.addAll(key.properties());
        arguments.addAll(JmeterArguments.properties("-G", properties));
        return arguments;
    }
}
