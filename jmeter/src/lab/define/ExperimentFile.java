package lab.define;

import common.commandline.Option;
import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.define.Experiment.Faults;

/**
 * Reads an experiment: lines of {@code key = value}, comments with #, a later value of a key replacing an earlier one,
 * but for those of {@link Hypotheses}, which all count.
 * The comment at the head is the experiment's description, its first line the title. {@code users} makes closed loops,
 * {@code rate} open ones, {@code burst} bursts; a file may have all of them. Files named *.jmx are plans that belong to
 * an experiment. Used by one thread.
 */
public final class ExperimentFile {
    private static final String CONTENDER = "contender.";
    private static final int DAY = 86_400;
    private static final int MOST = 1_000_000;
    /** What a file may say and a command line may override; there each key has two dashes before it. */
    public static final List<Option> KEYS = List.of(
            Option.text("--path", "routes: /meetings,/rpc"),
            Option.numbers("--users", "a whole number", 1, MOST),
            Option.numbers("--rate", "a whole number", 1, MOST),
            Option.numbers("--burst", "a whole number", 1, MOST),
            Option.number("--warmup", "a whole number of seconds", 1, DAY),
            Option.number("--warmup-cycles", "a whole number", 1, 100),
            Option.number("--seconds", "a whole number of seconds", 1, DAY),
            Option.number("--repeat", "a whole number", 1, 100),
            Option.number("--drain", "a whole number of seconds", 0, DAY),
            Option.number("--delay", "a whole number of milliseconds", 0, DAY),
            Option.number("--stage-delay", "a whole number of milliseconds", 0, DAY),
            Option.number("--authorize-permits", "a whole number", 0, MOST),
            Option.number("--error-percent", "a whole number", 0, 100),
            Option.number("--hang-percent", "a whole number", 0, 100),
            Option.number("--reset-percent", "a whole number", 0, 100),
            Option.number("--jitter", "a whole number of milliseconds", 0, 600_000),
            Option.number("--slow-start", "a whole number of seconds", 0, 3_600),
            Option.text("--token", "a text"),
            Option.text("--body", "a regular expression"),
            Option.text("--" + Hypotheses.EXPECT, "a ratio and its bound: loom/pool-200 throughput >= 4.5 at 1000"),
            Option.text("--" + Hypotheses.REFUTE, "the same, of what would refute it"),
            Option.text("--only", "names of contenders, separated by commas"),
            Option.text("--" + CONTENDER, "a mode with its options, or command: and a command"));

    private final String name;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> head = new ArrayList<>();
    private Map<String, String> own = Map.of();      // the values before they were overridden
    private final Set<String> overridden;

    private ExperimentFile(String name, Set<String> overridden) {
        this.name = name;
        this.overridden = overridden;
    }

    /** The names of all experiments in a folder, sorted. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !name.endsWith(".jmx")).sorted().toList();
        }
    }

    /**
     * Reads {@code folder/name} or, where a name has a slash or there is none of that name in the folder, the file that
     * it is the path of; overrides replace what the file says, key by key.
     */
    public static Experiment read(Path folder, String name, Map<String, String> overrides)
            throws IOException, UsageException {
        List<String> names = names(folder);
        if (names.contains(name)) {
            return parse(name, Files.readString(folder.resolve(name)), overrides);
        }
        Path file = Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such experiment: " + name + "; there are " + String.join(", ", names)
                    + ", and a path of a file is taken, too");
        }
        return parse(nameOf(file), Files.readString(file), overrides);
    }

    /** As a folder of results can be called, too. */
    private static String nameOf(Path file) {
        return file.getFileName().toString().replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[.-]+", "");
    }

    public static Experiment parse(String name, String text, Map<String, String> overrides) throws UsageException {
        ExperimentFile file = new ExperimentFile(name, overrides.keySet());
        int number = 0;
        for (String line : text.lines().toList()) {
            file.readLine(line.strip(), ++number);
        }
        file.own = Map.copyOf(file.values);
        for (Map.Entry<String, String> override : overrides.entrySet()) {
            option(override.getKey(), "--" + override.getKey());
            file.values.put(override.getKey(), override.getValue());
        }
        return file.experiment();
    }

    private void readLine(String line, int number) throws UsageException {
        if (line.startsWith("#")) {
            if (values.isEmpty()) {
                head.add(line.substring(1).strip());
            }
            return;
        }
        if (line.isEmpty()) {
            return;
        }
        int equals = line.indexOf('=');
        String where = name + ", line " + number;
        if (equals < 1) {
            throw new UsageException(where + ": '" + line + "' is neither a comment nor key = value");
        }
        String key = line.substring(0, equals).strip();
        option(key, where + ": " + key);
        values.merge(key, line.substring(equals + 1).strip(), (before, more) -> Hypotheses.joined(key, before, more));
    }

    private static Option option(String key, String where) throws UsageException {
        String name = key.startsWith(CONTENDER) ? CONTENDER : key;
        return KEYS.stream().filter(known -> known.name().equals("--" + name)).findFirst()
                .orElseThrow(() -> new UsageException(where + ": unknown; there are " + KEYS.stream()
                        .map(known -> known.label().substring(2)).sorted().collect(Collectors.joining(", "))));
    }

    private void checkValues() throws UsageException {
        for (Map.Entry<String, String> value : values.entrySet()) {
            Option option = option(value.getKey(), name);
            if (!option.accepts().test(value.getValue())) {
                throw new UsageException(name + ": " + value.getKey() + ": '" + value.getValue() + "' is not "
                        + option.takes());
            }
        }
    }

    private Experiment experiment() throws UsageException {
        checkValues();
        String title = head.isEmpty() ? name : head.getFirst();
        String description = String.join("\n", head.isEmpty() ? head : head.subList(1, head.size())).strip();
        return new Experiment(name, title, description, contenders(), loads(), number("warmup", 20),
                number("warmup-cycles", 1), number("seconds", 10),
                number("repeat", 3), number("drain", 10), number("delay", 50), number("stage-delay", 333),
                number("authorize-permits", 0), faults(),
                values.getOrDefault("token", "token"), body(),
                Hypotheses.of(name, values, own, overridden, contenders(), loads()));
    }

    /** Checked here: with more, service two would not start. */
    private Faults faults() throws UsageException {
        Faults faults = new Faults(number("error-percent", 0), number("hang-percent", 0), number("reset-percent", 0),
                number("jitter", 0), number("slow-start", 0));
        if (faults.errorPercent() + faults.hangPercent() + faults.resetPercent() > 100) {
            throw new UsageException(name + ": more than 100: error-percent, hang-percent and reset-percent");
        }
        return faults;
    }

    /** Checked here: with a wrong one JMeter would run, and count every request as failed. */
    private String body() throws UsageException {
        String body = values.getOrDefault("body", "");
        try {
            return Pattern.compile(body).pattern();
        } catch (PatternSyntaxException e) {
            throw new UsageException(name + ": body: '" + body + "' is no regular expression: " + e.getDescription());
        }
    }

    private List<Load> loads() throws UsageException {
        List<Load> loads = new ArrayList<>();
        List<String> paths = list("path", "/meetings");
        if (paths.isEmpty()) {
            throw new UsageException(name + ": path: names no route");
        }
        for (String path : paths) {
            if (!path.startsWith("/")) {
                throw new UsageException(name + ": path: '" + path + "' does not start with /");
            }
            for (String users : list("users", "")) {
                loads.add(Load.closed(path, Integer.parseInt(users)));
            }
            for (String rate : list("rate", "")) {
                loads.add(Load.open(path, Integer.parseInt(rate)));
            }
            for (String users : list("burst", "")) {
                loads.add(Load.burst(path, Integer.parseInt(users)));
            }
        }
        if (loads.isEmpty()) {
            throw new UsageException(name + ": neither users nor rate nor burst is given, so there is no load");
        }
        return List.copyOf(loads);
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
        return only(all);
    }

    /** Those of {@code only}, and whom the command line itself has named with {@code --contender.NAME}. */
    private List<Contender> only(List<Contender> all) throws UsageException {
        if (!values.containsKey("only")) {
            return all;
        }
        List<String> known = all.stream().map(Contender::name).toList();
        List<String> wanted = list("only", "");
        Optional<String> unknown = wanted.stream().filter(each -> !known.contains(each)).findFirst();
        if (wanted.isEmpty() || unknown.isPresent()) {
            throw new UsageException(name + ": only: " + unknown.map(each -> "no contender " + each)
                    .orElse("names no contender") + "; there are " + String.join(", ", known));
        }
        return all.stream().filter(contender -> wanted.contains(contender.name())
                || overridden.contains(CONTENDER + contender.name())).toList();
    }

    private List<String> list(String key, String otherwise) {
        return Stream.of(values.getOrDefault(key, otherwise).split("[,\\s]+")).filter(part -> !part.isEmpty())
                .distinct().toList();
    }

    private int number(String key, int otherwise) {
        return values.containsKey(key) ? Integer.parseInt(values.get(key)) : otherwise;
    }
}
