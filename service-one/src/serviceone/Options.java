package serviceone;

import static common.commandline.Option.flag;
import static common.commandline.Option.number;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.http.MessageParser.Limits;
import common.io.Clock;
import common.io.HostPort;
import common.mode.Mode;
import common.settings.Defaults;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import serviceone.routes.Computing;
import serviceone.routes.Parts;
import serviceone.server.Settings;
import serviceone.status.Watching.Ports;

final class Options {
    /** What {@code --shutdown-timeout} was called before. */
    static final String OLD_SHUTDOWN = "--drain-timeout";
    private static final int HOUR = 3_600_000;
    private static final int MEGABYTE = 1 << 20;
    private static final Settings DEFAULTS = Settings.DEFAULTS;
    private static final Limits LIMITS = Limits.DEFAULTS;

    static final List<Option> ALL = List.of(
            number("--port", "PORT", Defaults.PORT, 0, 65_535, "listen on this port; 0 for any free one"),
            new Option("--bind", "ADDRESS", "127.0.0.1", "an address of this machine", Options::isAddress,
                    "listen on this address"),
            new Option("--service-two", "HOST:PORT", "127.0.0.1:" + Defaults.SERVICE_TWO_PORT,
                    "HOST:PORT, or @FILE", Options::isPlace,
                    "where service two is; @FILE reads the address from the first line of a file or a pipe"),
            number("--threads", "N", Defaults.THREADS, 1, 100_000, "pool: the number of its threads"),
            flag("--virtual", "pool: its threads are virtual. (JEP 444 advises against a pool of virtual threads)"),
            number("--computing-threads", "N", 0, 0, 1_000, "a request with a thread of its own computes on one of "
                    + "this many platform threads instead; 0: on its own"),
            number("--loops", "N", "one per core", 1, 1_000,
                    "async: the number of its event loops; up to " + Defaults.WORKERS
                            + " more threads run blocking work"),
            number("--queue", "N", DEFAULTS.queue(), 1, 1_000_000, "the most sockets in the queue; the next gets 503"),
            number("--max-connections", "N", DEFAULTS.maxConnections(), 1, 1_000_000,
                    "the most open connections; the next gets 503"),
            number("--backlog", "N", DEFAULTS.backlog(), 1, 65_535,
                    "the most connections that the kernel holds until they are accepted"),
            number("--request-line-bytes", "N", LIMITS.startLine(), 16, MEGABYTE, "a longer request line gets 414"),
            number("--header-bytes", "N", LIMITS.headers(), 16, MEGABYTE, "more bytes of headers get 431"),
            number("--header-fields", "N", LIMITS.headerFields(), 1, 10_000, "more header fields get 431"),
            number("--body-bytes", "N", LIMITS.body(), 0, 1 << 30, "a larger body gets 413; so does one of more "
                    + "than twice as many bytes with its chunks' lines"),
            number("--request-timeout", "MS", DEFAULTS.requestMillis(), 1, HOUR,
                    "time for a request to arrive, from its first byte or from the start of a new connection; "
                            + "then 408"),
            number("--idle-timeout", "MS", DEFAULTS.idleMillis(), 1, HOUR,
                    "time for the next request on an open connection; then it is closed"),
            number("--write-timeout", "MS", DEFAULTS.writeMillis(), 1, HOUR,
                    "time for a client to take its response; then the connection is reset"),
            number("--connect-timeout", "MS", 2_000, 1, HOUR, "time to connect to service two; then 504"),
            number("--answer-timeout", "MS", Defaults.ANSWER_MILLIS, 1, HOUR,
                    "time for an answer of service two; then 504"),
            number("--call-idle-timeout", "MS", 20_000, 1, HOUR,
                    "time that an unused connection to service two stays open; less than service two's 30 s"),
            number("--max-calls", "N", 0, 0, 1_000_000,
                    "a bulkhead: the most calls to service two in flight, or 0 for no limit; "
                            + "a request that needs one more gets 503"),
            number("--max-calls-wait", "MS", 0, 0, HOUR,
                    "how long a request with a thread of its own waits for one of --max-calls; then 503"),
            number("--queue-timeout", "MS", DEFAULTS.queueMillis(), 1, HOUR,
                    "time for a socket in the queue; then 503"),
            number("--shutdown-timeout", "MS", DEFAULTS.shutdownMillis(), 0, HOUR,
                    "time for a graceful shutdown to answer what is in flight"),
            number(OLD_SHUTDOWN, "MS", DEFAULTS.shutdownMillis(), 0, HOUR, ""),
            number("--admin-port", "PORT", Defaults.STATUS_PAGE_PORT, 0, 65_535,
                    "the status page's port, on 127.0.0.1 only; any free one if 0, or if the default is taken"),
            number("--jmx-port", "PORT", "none", 1, 65_535,
                    "JMX's port, on 127.0.0.1 only; no password, so anybody on this machine can control the service"),
            new Option("--parts", "FOLDER", "", "a folder of compiled classes", text -> !text.isBlank(),
                    "the classes in this folder replace parts of the service; see ./run.sh exercise"),
            flag("--open", "open the status page in the browser"),
            flag("--until-stdin-closes", "exit when standard input ends"));

    private static final String MODES = String.join("|", Mode.labels());
    static final Tool TOOL = new Tool("service one", MODES + " [OPTIONS]\nservice-one " + MODES + " [OPTIONS]",
            "service one's options:", ALL, "");

    private final Mode mode;
    private final CommandLine line;

    private Options(Mode mode, CommandLine line) {
        this.mode = mode;
        this.line = line;
    }

    static Options of(CommandLine line) {
        String modes = String.join(", ", Mode.labels());
        String name = line.word("mode", "");
        if (name.isEmpty()) {
            throw new UsageException("which mode? one of " + modes);
        }
        return new Options(Mode.of(name).orElseThrow(() ->
                new UsageException("no such mode: " + name + "; one of " + modes)), line);
    }

    private static boolean isAddress(String text) {
        return !text.isBlank() && !text.startsWith("-");
    }

    private static boolean isPlace(String text) {
        return text.startsWith("@") ? text.length() > 1 : HostPort.parse(text).isPresent();
    }

    Mode mode() {
        return mode;
    }

    int size() {
        if (mode.number() != Mode.Number.PER_CORE) {
            return line.number("--threads");
        }
        return line.has("--loops") ? line.number("--loops") : Runtime.getRuntime().availableProcessors();
    }

    HostPort place() {
        return new HostPort(line.text("--bind"), line.number("--port"));
    }

    InetSocketAddress address() throws UnknownHostException {
        return new InetSocketAddress(lookUp("--bind", place().host())[0], place().port());
    }

    /** An IPv6 address gets brackets (RFC 3986, 3.2.2). */
    String host() throws UnknownHostException {
        String given = place().host();
        return HostPort.inUrl(given.contains(":") ? given : address().getAddress().getHostAddress());
    }

    private static InetAddress[] lookUp(String flag, String host) throws UnknownHostException {
        try {
            return InetAddress.getAllByName(host);
        } catch (UnknownHostException e) {
            throw new UnknownHostException(flag + ' ' + host);
        }
    }

    /** Returns an empty list if {@code @FILE} begins with an empty line: service two did not start. */
    List<ServiceTwoAddress> serviceTwo() throws IOException {
        String given = line.text("--service-two");
        String place = given.startsWith("@") ? firstLine(given.substring(1)) : given;
        if (place.isEmpty()) {
            return List.of();
        }
        HostPort two = HostPort.parse(place).orElseThrow();
        return Stream.of(lookUp("--service-two", two.host()))
                .map(host -> new ServiceTwoAddress(new InetSocketAddress(host, two.port()), place,
                        line.number("--connect-timeout"), line.number("--answer-timeout"),
                        line.number("--call-idle-timeout"),
                        new Bulkhead(line.number("--max-calls"), line.number("--max-calls-wait"))))
                .toList();
    }

    private static String firstLine(String file) throws IOException {
        try (BufferedReader reader = new BufferedReader(new FileReader(file, StandardCharsets.UTF_8))) {
            String place = reader.readLine();
            if (place == null || !place.isEmpty() && HostPort.parse(place).isEmpty()) {
                throw new IOException("--service-two @" + file + ": its first line is not HOST:PORT");
            }
            return place;
        } catch (FileNotFoundException e) {
            throw new IOException("--service-two @" + e.getMessage(), e);
        }
    }

    Ports ports() {
        return new Ports(line.number("--admin-port"), !line.has("--admin-port"),
                line.has("--jmx-port") ? line.number("--jmx-port") : 0);
    }

    Parts parts() throws IOException {
        try {
            Parts parts = line.has("--parts") ? Parts.load(Path.of(line.text("--parts"))) : Parts.OWN;
            int threads = line.number("--computing-threads");
            return threads == 0 ? parts : parts.with(Computing.on(threads));
        } catch (IOException e) {
            throw new IOException("--parts " + e.getMessage(), e);
        }
    }

    boolean has(String flag) {
        return line.has(flag);
    }

    Settings settings() {
        Limits limits = new Limits(line.number("--request-line-bytes"), line.number("--header-bytes"),
                line.number("--header-fields"), line.number("--body-bytes"));
        return new Settings(line.number("--queue"), line.number("--max-connections"), line.number("--backlog"), limits,
                line.number("--request-timeout"), line.number("--idle-timeout"),
                line.number("--write-timeout"), line.number("--queue-timeout"),
                line.number("--shutdown-timeout", line.number(OLD_SHUTDOWN)), DEFAULTS.graceMillis(),
                line.has("--virtual"), Clock.SYSTEM);
    }
}
