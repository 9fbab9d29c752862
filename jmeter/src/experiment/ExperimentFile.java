package experiment;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import experiment.Experiment.Change;
import experiment.Experiment.Faults;

/**
 * Reads lines of {@code key = value}, and comments that start with #. If a key is repeated, its last value counts;
 * {@code expect}, {@code refute}, {@code header} and {@code change} keep all values. The comment at the top has the
 * title in its first line, then the description. Files named *.jmx are JMeter plans.
 */
public final class ExperimentFile {
    static final String CONTENDER = "contender.";
    /** In seconds or milliseconds. */
    private static final int LONGEST = 86_400;
    public static final int MOST = 1_000_000;
    /** {@code {cores}} or {@code {25*cores}} in a value is a multiple of this machine's cores. */
    private static final Pattern CORES = Pattern.compile("\\{(?:(\\d{1,4})\\*)?cores}");
    private static final String TIME = "\\d{1,6}(\\.\\d{1,6})?(ms|s)";
    private static final String CHANGE = "change";
    private static final Set<String> REPEATABLE = Set.of(Hypothesis.EXPECT, Hypothesis.REFUTE, "header", CHANGE);
    /** The keys of a file. As options of the command line, they override the file. */
    public static final List<Option> KEYS = List.of(
            numbers("--users", "users of closed loops: 20,100,1000"),
            numbers("--rate", "open loops: arrivals per second"),
            numbers("--burst", "users who all send at the same time, and again when all have their answers"),
            Option.text("--path", "LIST", "/meetings", "routes: /meetings,/rpc",
                    "routes of service one: /meetings,/rpc"),
            new Option("--beside-path", "PATH", "", "a path such as /rpc", text -> text.startsWith("/"),
                    "a second load, beside the first and told apart from it, asks for this path"),
            Option.number("--beside-users", "N", "", 1, MOST, "users of the second load, a closed loop"),
            Option.number("--beside-rate", "N", "", 1, MOST, "or its arrivals per second, an open loop"),
            Option.text("--beside-body", "REGEX", "", "a regular expression", "pattern of the second load's answers"),
            Option.number("--warmup", "S", "20", 1, LONGEST, "the longest warm-up under the load, in seconds. "
                    + "It ends earlier if throughput and CPU time are steady"),
            Option.number("--warmup-cycles", "N", "1", 1, 100, "how many warm-ups precede the load. Each sends "
                    + "requests with short waits until the JIT compiler is nearly idle. Use more if it still "
                    + "compiles during the measurement"),
            Option.number("--seconds", "S", "10", 1, LONGEST, "length of the measured window, in seconds"),
            Option.number("--repeat", "N", "3", 1, 100, "how many times each contender runs under each load"),
            Option.text("--only", "NAMES", "", "names of contenders, separated by commas",
                    "run only these contenders, and those of --contender.NAME options"),
            Option.text("--" + CONTENDER, "SPEC", "", "a mode with its options, or 'command:' and a command",
                    "add a contender, or replace the one of this name"),
            Option.number("--delay", "MS", "50", 0, LONGEST, "how long service two takes for a request's first call"),
            Option.number("--stage-delay", "MS", "333", 0, LONGEST,
                    "how long service two takes for each of its three other calls"),
            new Option("--" + CHANGE, "TEXT", "", "a second and delays: 5s delay=2000 stage-delay=20",
                    text -> text.lines().allMatch(line -> line.matches("\\d{1,5}s( +(stage-)?delay=\\d{1,5})+")),
                    "from this second of the measured window on, service two has other delays, such as "
                    + "'5s delay=2000'; may be repeated"),
            Option.number("--authorize-permits", "N", "0", 0, MOST,
                    "how many authorizations service two handles at once; 0: no limit"),
            Option.number("--error-percent", "P", "0", 0, 100,
                    "share of calls to service two that get a 500 after their wait"),
            Option.number("--hang-percent", "P", "0", 0, 100, "share of calls to service two that are never answered"),
            Option.number("--reset-percent", "P", "0", 0, 100,
                    "share of calls to service two whose connection is reset. Fewer fail, because service one repeats "
                    + "a call on a kept connection once"),
            Option.number("--jitter", "MS", "0", 0, 600_000, "largest random addition to each wait in service two"),
            Option.number("--slow-start", "S", "0", 0, 3_600,
                    "after service two's start, its waits are four times as long; they fall to normal over "
                    + "this time, in seconds"),
            new Option("--failures", Experiment.EXPECTED, "", Experiment.EXPECTED,
                    text -> text.isEmpty() || text.equals(Experiment.EXPECTED),
                    "failed requests and abandoned calls make no figure invalid"),
            Option.number("--drain", "S", "10", 0, LONGEST, "how long an open loop waits for its last answers"),
            Option.text("--method", "NAME", "", "a method", "method of the requests; GET, or POST with a request-body"),
            new Option("--header", "TEXT", "", "NAME: VALUE", text -> text.lines().allMatch(Message::isHeader),
                    "header of each request, such as 'Content-Type: application/json'; may be repeated"),
            Option.text("--request-body", "FILE", "", "a file", "file with the body of each request"),
            Option.text("--token", "TEXT,…", "token", "texts separated by commas, or @FILE", "value of the header "
                    + "Authorization. Requests take several in turn: a,b,c or @FILE, a CSV file with one in the first "
                    + "column of each line"),
            Option.number("--status", "N", "200", 200, 299, "status of a good answer"),
            new Option("--waits", "TIME", "", "a time such as 200ms or 1.5s", text -> text.isEmpty()
                    || text.matches(TIME), "how long a request to your own command waits, so that theory predicts it"),
            new Option("--deadline", "TIME", "", "a time such as 200ms or 1.5s", text -> text.isEmpty()
                    || text.matches(TIME), "only answers within this time count as goodput, which expect can name"),
            Option.number("--start-timeout", "S", "30", 1, LONGEST, "how long a contender may take to open its port"),
            Option.text("--jmeter-plan", "FILE", "", "a .jmx file", "your own JMeter plan makes the load; it must read "
                    + "the properties host, port and seconds, and users or rate, and make just that load"),
            Option.text("--body", "REGEX", "", "a regular expression", "pattern that each good answer contains, if "
                    + "service one's pattern does not fit. ^\\{\" matches the start of a JSON object, and .* any "
                    + "answer, also an empty one"),
            Option.number("--heap-probe", "N", "0", 0, 1, "1: also ask each contender's JVM for its live heap per "
                    + "connection and the bytes that it allocates. That costs it about ten threads and a few MiB"),
            Option.text("--" + Hypothesis.EXPECT, "STATEMENT", "",
                    "a ratio and its bound: loom/pool-200 throughput >= 4.5 at 1000", "an expected ratio, such as "
                    + "'loom/pool-200 throughput >= 4.5 at 1000'; may be repeated. A statement in the file is ignored "
                    + "if other options change its contenders, loads or waits"),
            Option.text("--" + Hypothesis.REFUTE, "STATEMENT", "", "a ratio and its bound, as for expect",
                    "a ratio that would refute the expectation, written in the same way"));

    private final String name;
    private final List<String> head = new ArrayList<>();
    private final Map<String, String> own = new LinkedHashMap<>();
    private final Map<String, String> overrides;
    private final Map<String, String> values;
    private final int cores;

    private ExperimentFile(String name, String text, Map<String, String> overrides, int cores) throws UsageException {
        this.name = name;
        this.cores = cores;
        this.overrides = new LinkedHashMap<>(overrides);
        this.overrides.replaceAll((_, value) -> withCores(value));
        int number = 0;
        for (String line : text.lines().toList()) {
            readLine(line.strip(), name + ", line " + ++number + ": ");
        }
        values = new LinkedHashMap<>(own);
        values.putAll(this.overrides);
        for (Map.Entry<String, String> value : values.entrySet()) {
            Option option = option(value.getKey(), overrides.containsKey(value.getKey()) ? "--" : name + ": ");
            if (!option.accepts().test(value.getValue())) {
                throw new UsageException(name + ": " + value.getKey() + ": '" + value.getValue() + "' is not "
                        + option.takes());
            }
        }
    }

    /** The names of the folder's experiments, sorted. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !name.endsWith(".jmx")).sorted().toList();
        }
    }

    /** @param name a file's name in the folder, or any other file's path */
    public static Experiment read(Path folder, String name, Map<String, String> overrides)
            throws IOException, UsageException {
        List<String> names = names(folder);
        if (names.contains(name)) {
            return parse(name, Files.readString(folder.resolve(name)), overrides);
        }
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such experiment: " + name + "; there are " + String.join(", ", names)
                    + "; the path of a file works, too");
        }
        return parse(file.getFileName().toString().replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[.-]+", ""),
                Files.readString(file), overrides);
    }

    public static Experiment parse(String name, String text, Map<String, String> overrides) throws UsageException {
        return parse(name, text, overrides, Runtime.getRuntime().availableProcessors());
    }

    static Experiment parse(String name, String text, Map<String, String> overrides, int cores) throws UsageException {
        return new ExperimentFile(name, text, overrides, cores).experiment();
    }

    /** A list of numbers, separated by commas or blanks. It may be empty. */
    static Option numbers(String name, String meaning) {
        Option number = Option.number(name, "N", "", 1, MOST, "");
        return new Option(name, "LIST", "", number.takes() + ", or several, separated by commas",
                list -> Stream.of(list.split("[,\\s]+"))
                        .allMatch(each -> each.isEmpty() || number.accepts().test(each)), meaning);
    }

    public static Map<String, String> overrides(CommandLine line) {
        Map<String, String> overrides = new LinkedHashMap<>();
        line.options().forEach((option, values) -> {
            String key = option.substring(2);
            if (find(key).isPresent()) {
                values.forEach(value -> put(overrides, key, value));
            }
        });
        return overrides;
    }

    private String withCores(String value) {
        return CORES.matcher(value).replaceAll(times -> Integer.toString(cores
                * (times.group(1) == null ? 1 : Integer.parseInt(times.group(1)))));
    }

    private static void put(Map<String, String> values, String key, String value) {
        values.merge(key, value, (before, more) -> REPEATABLE.contains(key) ? before + "\n" + more : more);
    }

    private static Optional<Option> find(String key) {
        String name = "--" + (key.startsWith(CONTENDER) ? CONTENDER : key);
        return KEYS.stream().filter(known -> known.name().equals(name)).findFirst();
    }

    private static Option option(String key, String where) throws UsageException {
        return find(key).orElseThrow(() -> new UsageException(where + "unknown key " + key + "; choose from "
                + KEYS.stream().map(known -> known.label().substring(2)).sorted().collect(Collectors.joining(", "))));
    }

    private void readLine(String line, String where) throws UsageException {
        int equals = line.indexOf('=');
        if (line.startsWith("#")) {
            if (own.isEmpty()) {
                head.add(line.substring(1).strip());
            }
        } else if (equals > 0) {
            String key = line.substring(0, equals).strip();
            option(key, where);
            put(own, key, withCores(line.substring(equals + 1).strip()));
        } else if (!line.isEmpty()) {
            throw new UsageException(where + "'" + line + "' is neither a comment nor key = value");
        }
    }

    private Experiment experiment() throws UsageException {
        List<Contender> contenders = contenders();
        List<Load> loads = loads();
        // If service one's modes are left out, the file's name and text would say what is not measured.
        List<String> names = contenders.stream().map(Contender::name).toList();
        boolean isOther = contenders.stream().allMatch(Contender::isCommand) && own.keySet().stream().anyMatch(key ->
                key.startsWith(CONTENDER) && !names.contains(key.substring(CONTENDER.length())));
        String title = isOther ? String.join(" and ", names) : head.isEmpty() ? name : head.getFirst();
        String description = isOther ? "" : head.stream().skip(1).collect(Collectors.joining("\n")).strip();
        return new Experiment(isOther ? String.join("-", names) : name, title, description, contenders, loads,
                beside(), pattern("beside-body"), number("warmup"), number("warmup-cycles"), number("seconds"),
                number("repeat"), number("drain"), number("delay"), number("stage-delay"), changes(),
                number("authorize-permits"), faults(), value("failures"), number("start-timeout"), seconds("waits"),
                seconds("deadline"), file("jmeter-plan"), message(), pattern("body"), number("heap-probe") > 0,
                Hypothesis.of(name, own, overrides, contenders, loads));
    }

    /** A delay that a change does not name stays as it is. */
    private List<Change> changes() throws UsageException {
        List<Change> changes = new ArrayList<>();
        Change last = new Change(0, number("delay"), number("stage-delay"));
        for (String line : value(CHANGE).lines().toList()) {
            String[] words = line.split("s? +");
            Map<String, Integer> delays = Stream.of(words).skip(1).map(word -> word.split("="))
                    .collect(Collectors.toMap(pair -> pair[0], pair -> Integer.parseInt(pair[1]), (_, more) -> more));
            Change next = new Change(Integer.parseInt(words[0]), delays.getOrDefault("delay", last.delay()),
                    delays.getOrDefault("stage-delay", last.stageDelay()));
            if (next.second() <= last.second() || next.second() >= number("seconds")) {
                throw new UsageException(name + ": change: '" + line + "' does not come after 0 s and the change before"
                        + " it, and before the window's end at " + number("seconds") + " s");
            }
            changes.add(next);
            last = next;
        }
        return List.copyOf(changes);
    }

    /** Service two does not start if these shares exceed 100 % together. */
    private Faults faults() throws UsageException {
        Faults faults = new Faults(number("error-percent"), number("hang-percent"), number("reset-percent"),
                number("jitter"), number("slow-start"));
        if (faults.errorPercent() + faults.hangPercent() + faults.resetPercent() > 100) {
            throw new UsageException(name + ": error-percent, hang-percent and reset-percent together exceed 100");
        }
        return faults;
    }

    private Message message() throws UsageException {
        String file = file("request-body");
        String tokens = value("token");
        if (tokens.startsWith("@")) {
            checkFile("token", tokens.substring(1));
        }
        if (value("header").toLowerCase(Locale.ROOT).lines().anyMatch(each -> each.startsWith("authorization:"))) {
            throw new UsageException(name + ": header: the value of Authorization is --token's");
        }
        String method = value("method").toUpperCase(Locale.ROOT);
        return new Message(!method.isEmpty() ? method : file.isEmpty() ? "GET" : "POST",
                value("header").lines().toList(), file, tokens, number("status"));
    }

    /** Empty, or the path of a file. */
    private String file(String key) throws UsageException {
        return value(key).isEmpty() ? "" : checkFile(key, value(key));
    }

    /** A relative path is the caller's. */
    private String checkFile(String key, String path) throws UsageException {
        if (!Files.isRegularFile(Path.of(path))) {
            throw new UsageException(name + ": " + key + ": no such file: " + path);
        }
        return path;
    }

    private double seconds(String key) {
        String time = value(key);
        return time.isEmpty() ? Double.NaN : Double.parseDouble(time.replaceFirst("m?s$", ""))
                / (time.endsWith("ms") ? 1e3 : 1);
    }

    /** With an invalid expression, JMeter would count every request as failed. */
    private String pattern(String key) throws UsageException {
        try {
            return Pattern.compile(value(key)).pattern();
        } catch (PatternSyntaxException e) {
            throw new UsageException(name + ": " + key + ": '" + value(key) + "' is not a regular expression: "
                    + e.getDescription());
        }
    }

    private List<Load> loads() throws UsageException {
        List<Load> loads = new ArrayList<>();
        List<String> paths = list("path");
        if (paths.isEmpty()) {
            throw new UsageException(name + ": path: names no route");
        }
        for (String path : paths) {
            if (!path.startsWith("/")) {
                throw new UsageException(name + ": path: '" + path + "' does not start with /");
            }
            for (Load.Kind kind : Load.Kind.values()) {
                list(kind.key).forEach(amount -> loads.add(new Load(path, kind, Integer.parseInt(amount))));
            }
        }
        if (loads.isEmpty()) {
            throw new UsageException(name + ": no users, rate or burst is given, so there is no load");
        }
        return List.copyOf(loads);
    }

    /** Null if there is none. */
    private Load beside() throws UsageException {
        String path = value("beside-path");
        boolean open = !value("beside-rate").isEmpty();
        boolean closed = !value("beside-users").isEmpty();
        if (path.isEmpty() && !open && !closed) {
            return null;
        }
        if (path.isEmpty() || open == closed || !value("jmeter-plan").isEmpty()) {
            throw new UsageException(name + ": a second load needs beside-path and either beside-users or beside-rate, "
                    + "and no jmeter-plan");
        }
        return open ? Load.open(path, number("beside-rate")) : Load.closed(path, number("beside-users"));
    }

    private List<Contender> contenders() throws UsageException {
        List<Contender> all = new ArrayList<>();
        for (Map.Entry<String, String> entry : values.entrySet()) {
            if (entry.getKey().startsWith(CONTENDER)) {
                all.add(Contender.parse(entry.getKey().substring(CONTENDER.length()), entry.getValue()));
            }
        }
        if (all.isEmpty()) {
            throw new UsageException(name + ": no contender.NAME is given, so there is nothing to compare");
        }
        return values.containsKey("only") ? only(all) : all;
    }

    private List<Contender> only(List<Contender> all) throws UsageException {
        List<String> known = all.stream().map(Contender::name).toList();
        List<String> wanted = list("only");
        Optional<String> unknown = wanted.stream().filter(each -> !known.contains(each)).findFirst();
        if (wanted.isEmpty() || unknown.isPresent()) {
            throw new UsageException(name + ": only: " + unknown.map(each -> "no contender " + each)
                    .orElse("names no contender") + "; there are " + String.join(", ", known));
        }
        return all.stream().filter(contender -> wanted.contains(contender.name())
                || overrides.containsKey(CONTENDER + contender.name())).toList();
    }

    private String value(String key) {
        return values.getOrDefault(key, find(key).orElseThrow().standard());
    }

    private List<String> list(String key) {
        return Stream.of(value(key).split("[,\\s]+")).filter(part -> !part.isEmpty()).distinct().toList();
    }

    private int number(String key) {
        return Integer.parseInt(value(key));
    }
}
