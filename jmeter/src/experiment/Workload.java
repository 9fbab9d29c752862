package experiment;

import module java.base;
import common.commandline.Option;
import common.commandline.UsageException;

/**
 * What is asked of each contender.
 *
 * @param beside a second load, beside each of the loads
 * @param answer a regular expression that is found in each good answer, if {@link KnownRoute#answer} does not apply
 * @param besideAnswer the same for the second load
 * @param plan the user's own JMeter plan, instead of ours
 */
public record Workload(List<Load> loads, Optional<Load> beside, Message message, Optional<String> answer,
        Optional<String> besideAnswer, Optional<Path> plan) {
    private static final String PATH = "path";
    private static final String BESIDE_PATH = "beside-path";
    private static final String PLAN = "jmeter-plan";
    static final List<Option> KEYS = Stream.concat(Stream.of(
            numbers("--users", "users of closed loops: 20,100,1000"),
            numbers("--rate", "open loops: arrivals per second"),
            numbers("--burst", "users who all send at the same time, and again when all have their answers"),
            Option.text("--" + PATH, "LIST", "/meetings", "routes: /meetings,/rpc",
                    "routes of service one: /meetings,/rpc"),
            new Option("--" + BESIDE_PATH, "PATH", "", "a path such as /rpc", text -> text.startsWith("/"),
                    "a second load, beside the first and told apart from it, asks for this path"),
            Option.number("--beside-users", "N", "", 1, Load.MOST, "users of the second load, a closed loop"),
            Option.number("--beside-rate", "N", "", 1, Load.MOST, "or its arrivals per second, an open loop"),
            Option.text("--beside-body", "REGEX", "", "a regular expression", "pattern of the second load's answers"),
            Option.text("--body", "REGEX", "", "a regular expression", "pattern that each good answer contains, if "
                    + "service one's pattern does not fit. ^\\{\" matches the start of a JSON object, and .* any "
                    + "answer, also an empty one"),
            Option.text("--" + PLAN, "FILE", "", "a .jmx file", "your own JMeter plan makes the load; it must read "
                    + "the properties host, port and seconds, and users or rate, and make just that load")),
            Message.KEYS.stream()).toList();

    /** A list of numbers, separated by commas or blanks. It may be empty. */
    static Option numbers(String name, String meaning) {
        Option number = Option.number(name, "N", "", 1, Load.MOST, "");
        return new Option(name, "LIST", "", number.takes() + ", or several, separated by commas",
                list -> Stream.of(list.split("[,\\s]+"))
                        .allMatch(each -> each.isEmpty() || number.accepts().test(each)), meaning);
    }

    static Workload read(Values values) {
        return new Workload(loads(values), beside(values), Message.read(values), values.pattern("body"),
                values.pattern("beside-body"), values.given(PLAN).map(Path::of));
    }

    private static List<Load> loads(Values values) {
        List<Load> loads = new ArrayList<>();
        List<String> paths = values.list(PATH);
        if (paths.isEmpty()) {
            throw values.error(PATH, "names no route");
        }
        for (String path : paths) {
            if (!path.startsWith("/")) {
                throw values.error(PATH, "'" + path + "' does not start with /");
            }
            for (Load.Kind kind : Load.Kind.values()) {
                values.list(kind.key).forEach(amount -> loads.add(new Load(path, kind, Integer.parseInt(amount))));
            }
        }
        if (loads.isEmpty()) {
            throw new UsageException(values.name() + ": no users, rate or burst is given, so there is no load");
        }
        return List.copyOf(loads);
    }

    private static Optional<Load> beside(Values values) {
        Optional<String> path = values.given(BESIDE_PATH);
        boolean open = values.given("beside-rate").isPresent();
        boolean closed = values.given("beside-users").isPresent();
        if (path.isEmpty() && !open && !closed) {
            return Optional.empty();
        }
        if (path.isEmpty() || open == closed || values.given(PLAN).isPresent()) {
            throw new UsageException(values.name() + ": a second load needs beside-path and either beside-users or "
                    + "beside-rate, and no jmeter-plan");
        }
        return path.map(each -> open ? Load.open(each, values.number("beside-rate"))
                : Load.closed(each, values.number("beside-users")));
    }

    Workload with(List<Load> otherLoads) {
        return new Workload(otherLoads, beside, message, answer, besideAnswer, plan);
    }

    /** Those of an experiment that has been measured may be gone. */
    static void checkFiles(Values values) {
        for (String key : List.of(PLAN, Message.BODY_FILE, Message.TOKEN)) {
            String path = values.text(key);
            boolean isFile = !key.equals(Message.TOKEN) || path.startsWith("@");
            Path file = Path.of(path.replaceFirst("^@", ""));
            if (isFile && !path.isEmpty() && !Files.isRegularFile(file)) {
                throw values.error(key, "no such file: " + file);
            }
        }
    }
}
