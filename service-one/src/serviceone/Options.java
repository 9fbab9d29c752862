package serviceone;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import serviceone.calls.ServiceTwoAddress;
import serviceone.http.Limits;
import serviceone.meter.Mode;
import serviceone.server.Settings;

/** The command line of service one. Immutable once parsed. */
final class Options {
    /** Every option, in the order of the usage; each takes a value but for the last two. */
    enum Option {
        PORT("PORT", "8082", 0, 65_535, "listen on this port; 0 for any free one"),
        BIND("ADDRESS", "127.0.0.1", "listen on this address"),
        SERVICE_TWO("HOST:PORT", "127.0.0.1:8087", "where service two is"),
        THREADS("N", "200", 1, 100_000, "pool: its platform threads"),
        LOOPS("N", "one per core", 1, 1_000, "async: its event loops"),
        QUEUE("N", "10000", 1, 1_000_000, "sockets that may wait for a thread; the next gets 503"),
        MAX_CONNECTIONS("N", "10000", 1, 1_000_000, "connections open at once; the next gets 503"),
        BACKLOG("N", "1024", 1, 65_535, "connections that the kernel holds before they are accepted"),
        REQUEST_LINE_BYTES("N", "8192", 16, 1 << 20, "a longer request line gets 414"),
        HEADER_BYTES("N", "16384", 16, 1 << 20, "more bytes of headers get 431"),
        HEADER_FIELDS("N", "100", 1, 10_000, "more header fields get 431"),
        BODY_BYTES("N", "1048576", 0, 1 << 30, "a larger body gets 413"),
        REQUEST_TIMEOUT("MS", "10000", 1, 3_600_000, "for a request to come, from its first byte; then 408"),
        IDLE_TIMEOUT("MS", "30000", 1, 3_600_000, "for the next request on a kept connection; then closed"),
        WRITE_TIMEOUT("MS", "10000", 1, 3_600_000, "for a client to take its response; then closed"),
        CONNECT_TIMEOUT("MS", "2000", 1, 3_600_000, "for a connection to service two; then 504"),
        ANSWER_TIMEOUT("MS", "10000", 1, 3_600_000, "for an answer of service two; then 504"),
        DRAIN_TIMEOUT("MS", "10000", 0, 3_600_000, "for what is in flight, when the service is stopped"),
        ADMIN_PORT("PORT", "0", 0, 65_535, "the status page's, on 127.0.0.1 alone; 0 for any free one"),
        JMX_PORT("PORT", "0", 0, 65_535, "JMX for reading, on 127.0.0.1 alone; 0 for any free one"),
        UNTIL_STDIN_CLOSES("exit at the end of standard input"),
        HELP("print this and exit");

        private final String value;
        private final String standard;
        private final int least;
        private final int most;
        private final String meaning;

        Option(String value, String standard, int least, int most, String meaning) {
            this.value = value;
            this.standard = standard;
            this.least = least;
            this.most = most;
            this.meaning = meaning;
        }

        Option(String value, String standard, String meaning) {
            this(value, standard, 0, 0, meaning);
        }

        Option(String meaning) {
            this("", "", meaning);
        }

        String flag() {
            return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        private String usage() {
            String note = standard.isEmpty() ? "" : " (" + standard + ")";
            return String.format("  %-26s %s%s%n", flag() + ' ' + value, meaning, note);
        }
    }

    /** Thrown for a command line that cannot be taken; its message names the option and what it takes. */
    static final class UsageException extends Exception {
        private static final long serialVersionUID = 1;

        UsageException(String message) {
            super(message);
        }
    }

    private final Map<Option, String> given = new EnumMap<>(Option.class);
    private Mode mode;

    private Options() {
    }

    /** @throws UsageException if the arguments are not a mode and options, or a value is out of its range */
    static Options parse(String... arguments) throws UsageException {
        Options options = new Options();
        List<String> list = List.of(arguments);
        for (int i = 0; i < list.size(); i++) {
            String argument = list.get(i);
            if (!argument.startsWith("--")) {
                options.mode(argument);
                continue;
            }
            int equals = argument.indexOf('=');
            Option option = option(equals < 0 ? argument : argument.substring(0, equals));
            String value = "";
            if (!option.value.isEmpty()) {
                if (equals < 0 && i + 1 == list.size()) {
                    throw new UsageException(option.flag() + " takes a value: " + option.value);
                }
                value = equals < 0 ? list.get(++i) : argument.substring(equals + 1);
            }
            options.give(option, value);
        }
        if (options.mode == null && !options.has(Option.HELP)) {
            throw new UsageException("which mode? pool, loom or async");
        }
        return options;
    }

    private static Option option(String flag) throws UsageException {
        for (Option option : Option.values()) {
            if (option.flag().equals(flag)) {
                return option;
            }
        }
        throw new UsageException("no such option: " + flag);
    }

    private void mode(String name) throws UsageException {
        for (Mode each : Mode.values()) {
            if (each.label().equals(name) && mode == null) {
                mode = each;
                return;
            }
        }
        throw new UsageException(mode == null ? "no such mode: " + name + "; pool, loom or async" : "one mode at a time: " + name);
    }

    private void give(Option option, String value) throws UsageException {
        if (option.most > 0) {
            requireNumber(option, value);
        } else if (option == Option.SERVICE_TWO && !value.matches("[^:/ ]+:[0-9]{1,5}|\\[[0-9a-fA-F:]+]:[0-9]{1,5}")) {
            throw new UsageException(option.flag() + " takes HOST:PORT, not: " + value);
        }
        given.put(option, value);
    }

    private static void requireNumber(Option option, String value) throws UsageException {
        boolean digits = value.matches("[0-9]{1,9}");
        if (!digits || Integer.parseInt(value) < option.least || Integer.parseInt(value) > option.most) {
            throw new UsageException(option.flag() + " takes a number from " + option.least + " to " + option.most + ", not: " + value);
        }
    }

    static String usage() {
        StringBuilder usage = new StringBuilder("usage: service one pool|loom|async [OPTIONS]\n\n");
        for (Option option : Option.values()) {
            usage.append(option.usage());
        }
        return usage.toString();
    }

    boolean has(Option option) {
        return given.containsKey(option);
    }

    private String text(Option option) {
        return given.getOrDefault(option, option.standard);
    }

    private int number(Option option) {
        return Integer.parseInt(text(option));
    }

    Mode mode() {
        return mode;
    }

    /** The pool's threads, or the event loops. */
    int size() {
        boolean loops = mode == Mode.ASYNC;
        return loops && !has(Option.LOOPS) ? Runtime.getRuntime().availableProcessors() : number(loops ? Option.LOOPS : Option.THREADS);
    }

    /** The address as given, for messages. */
    String place() {
        return text(Option.BIND) + " port " + text(Option.PORT);
    }

    InetSocketAddress address() throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(text(Option.BIND)), number(Option.PORT));
    }

    /** @throws UnknownHostException if there is no host of that name */
    ServiceTwoAddress serviceTwo() throws UnknownHostException {
        String place = text(Option.SERVICE_TWO);
        int colon = place.lastIndexOf(':');
        InetAddress host = InetAddress.getByName(place.substring(0, colon));
        InetSocketAddress address = new InetSocketAddress(host, Integer.parseInt(place.substring(colon + 1)));
        return new ServiceTwoAddress(address, place, number(Option.CONNECT_TIMEOUT), number(Option.ANSWER_TIMEOUT));
    }

    int adminPort() {
        return number(Option.ADMIN_PORT);
    }

    int jmxPort() {
        return number(Option.JMX_PORT);
    }

    Settings settings() {
        Limits limits = new Limits(number(Option.REQUEST_LINE_BYTES), number(Option.HEADER_BYTES),
                number(Option.HEADER_FIELDS), number(Option.BODY_BYTES));
        return new Settings(number(Option.QUEUE), number(Option.MAX_CONNECTIONS), number(Option.BACKLOG), limits,
                number(Option.REQUEST_TIMEOUT), number(Option.IDLE_TIMEOUT), number(Option.WRITE_TIMEOUT), number(Option.DRAIN_TIMEOUT));
    }
}
