package load;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.io.HostPort;
import experiment.Experiment;
import experiment.Load;

/** The running jmeter-servers that generate a load. Without any, this machine makes it. */
public record RemoteServers(List<HostPort> addresses) {
    private static final String OPTION = "--remote";
    static final int DEFAULT_PORT = 1099;
    private static final int TIMEOUT_MILLIS = 3_000;
    private static final int QUESTIONS = 8;
    private static final int MOST_MILLIS_APART = 50;

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

    public boolean exist() {
        return !addresses.isEmpty();
    }

    /** How many make the load. */
    public int machines() {
        return Math.max(1, addresses.size());
    }

    public boolean areOnThisMachine() {
        return addresses.stream().allMatch(HostPort::isLoopback);
    }

    public Experiment divided(Experiment experiment, List<String> notes) {
        if (machines() == 1) {
            return experiment;
        }
        if (experiment.loads().stream().anyMatch(Load::isBurst)) {
            throw new UsageException("--burst: several generators cannot send at the same moment; name"
                    + " only one server in --remote");
        }
        if (experiment.beside().filter(load -> load.users() % machines() != 0).isPresent()) {
            throw new UsageException("beside-users is no multiple of the " + machines() + " generators");
        }
        String rounded = experiment.loads().stream().filter(load -> load.users() % machines() != 0).map(load ->
                load.label() + " became " + divided(load).label()).distinct().collect(Collectors.joining(", "));
        if (!rounded.isEmpty()) {
            notes.add(rounded + ": each of the " + machines() + " generators has the same number of users.");
        }
        return experiment.with(experiment.contenders(),
                experiment.loads().stream().map(this::divided).distinct().toList());
    }

    /** An open loop's rate can be divided by any number. */
    private Load divided(Load load) {
        return load.isOpen() ? load : Load.closed(load.path(), Math.ceilDiv(load.users(), machines()) * machines());
    }

    /** Whether the servers can be used, and serve no other run. */
    public void checkIdle(Path repository) throws IOException, InterruptedException {
        reach();
        String key = RmiKey.in(repository).id();
        for (HostPort server : addresses) {
            Stats.Generator generator = ask(server);
            if (generator.busy()) {
                throw new IOException("the jmeter-server at " + server + " makes load for another run: wait until that"
                        + " ends, or restart the server");
            }
            if (!key.equals(generator.key())) {
                throw new IOException("the jmeter-server at " + server + " has a different key: copy its "
                        + "jmeter/home/rmi-keystore.p12 to the same place on this machine");
            }
            checkClock(server);
        }
    }

    /**
     * A sample's time stamps come from the clock of its generator, but this machine's clock decides when the window
     * begins and ends. The generator reads its clock at about the middle of the exchange (F. Cristian, "Probabilistic
     * clock synchronization", Distributed Computing 3, 1989), so the quickest exchange counts.
     */
    public static void checkClock(HostPort server) throws IOException {
        double ahead = 0;
        long quickest = Long.MAX_VALUE;
        for (int i = 0; i < QUESTIONS; i++) {
            long before = System.currentTimeMillis();
            long there = ask(server).millis();
            long after = System.currentTimeMillis();
            if (after - before < quickest) {
                quickest = after - before;
                ahead = there - (before + after) / 2.0;
            }
        }
        if (Math.abs(ahead) > MOST_MILLIS_APART) {
            throw new IOException(String.format(Locale.ROOT, "the clock of the jmeter-server at %s is %,.0f ms %s this "
                    + "machine's; more than %d ms would put answers into the wrong second: synchronize both clocks "
                    + "(NTP)", server, Math.abs(ahead), ahead > 0 ? "ahead of" : "behind", MOST_MILLIS_APART));
        }
    }

    private static Stats.Generator ask(HostPort server) throws IOException {
        try {
            return Stats.ofGenerator(server, TIMEOUT_MILLIS);
        } catch (IOException e) {
            throw new IOException("the jmeter-server at " + server + " does not report its clock at "
                    + Stats.Generator.place(server) + " (" + e.getMessage() + "): open that port in the firewall,"
                    + " and start the server with ./run.sh jmeter-server", e);
        }
    }

    /** A jmeter-server reads the file where it runs. */
    public void checkBody(String file) {
        Optional<HostPort> elsewhere = addresses.stream().filter(server -> !server.isOfThisMachine()).findFirst();
        if (!file.isEmpty() && elsewhere.isPresent()) {
            throw new UsageException("the jmeter-server at " + elsewhere.get() + " cannot read the request body "
                    + file + " of this machine: send it from here, without " + OPTION);
        }
    }

    /** @return the address at which the servers reach this machine */
    public String reach() throws IOException {
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
        try (Socket socket = server.connected(TIMEOUT_MILLIS)) {
            return socket.getLocalAddress();
        }
    }

    /** -G sends a property to the servers; -J would not. */
    public List<String> arguments(Map<String, ?> properties, Path repository)
            throws IOException, InterruptedException {
        if (!exist()) {
            return List.of();
        }
        List<String> arguments = new ArrayList<>(List.of("-R",
                addresses.stream().map(HostPort::toString).collect(Collectors.joining(",")),
                "-Djava.rmi.server.hostname=" + reach()));      // the servers send samples to it
        arguments.addAll(RmiKey.in(repository).properties());
        arguments.addAll(JmeterArguments.properties("-G", properties));
        return arguments;
    }

    @Override
    public String toString() {
        return !exist() ? "JMeter on this machine" : "load made by " + addresses.stream()
                .map(HostPort::toString).collect(Collectors.joining(" and ")) + ", controlled from this machine";
    }
}
