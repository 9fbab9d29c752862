package experiment;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;

/**
 * The grammar of experiments: lines of {@code key = value}, and comments that start with #. The comment at the top has
 * the title in its first line, then the description. Files named *.jmx are JMeter plans.
 */
public final class ExperimentFile {
    /** {@code {cores}} or {@code {25*cores}} in a value is a multiple of this machine's cores. */
    private static final Pattern CORES = Pattern.compile("\\{(?:(\\d{1,4})\\*)?cores}");

    private final List<Option> keys;
    private final int cores;
    private final List<String> head = new ArrayList<>();
    private final Map<String, String> own = new LinkedHashMap<>();
    private final Values values;

    ExperimentFile(List<Option> keys, String name, String text, Map<String, String> overrides, int cores)
            throws UsageException {
        this.keys = keys;
        this.cores = cores;
        int number = 0;
        for (String line : text.lines().toList()) {
            readLine(line.strip(), name + ", line " + ++number + ": ");
        }
        Map<String, String> more = new LinkedHashMap<>(overrides);
        more.replaceAll((_, value) -> withCores(value));
        values = new Values(name, keys, own, more);
    }

    private void readLine(String line, String where) throws UsageException {
        int equals = line.indexOf('=');
        if (line.startsWith("#")) {
            if (own.isEmpty()) {
                head.add(line.substring(1).strip());
            }
        } else if (equals > 0) {
            String key = line.substring(0, equals).strip();
            Values.known(keys, key, where);
            add(own, key, withCores(line.substring(equals + 1).strip()));
        } else if (!line.isEmpty()) {
            throw new UsageException(where + "'" + line + "' is neither a comment nor key = value");
        }
    }

    private String withCores(String value) {
        return CORES.matcher(value).replaceAll(times -> Integer.toString(cores
                * (times.group(1) == null ? 1 : Integer.parseInt(times.group(1)))));
    }

    private static void add(Map<String, String> values, String key, String value) {
        values.merge(key, value, (before, more) -> before + "\n" + more);
    }

    Values values() {
        return values;
    }

    String title() {
        return head.isEmpty() ? values.name() : head.getFirst();
    }

    String description() {
        return head.stream().skip(1).collect(Collectors.joining("\n")).strip();
    }

    /** The names of the folder's experiments, sorted. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !name.endsWith(".jmx")).sorted().toList();
        }
    }

    /** @param name a file's name in the folder, or any other file's path */
    static Path find(Path folder, String name) throws IOException, UsageException {
        List<String> names = names(folder);
        Path file = names.contains(name) ? folder.resolve(name) : Path.of(name);
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such experiment: " + name + "; there are " + String.join(", ", names)
                    + "; the path of a file works, too");
        }
        return file;
    }

    /** A name that also suits a folder of results. */
    static String name(Path file) {
        return file.getFileName().toString().replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[.-]+", "");
    }

    static Map<String, String> overrides(List<Option> keys, CommandLine line) {
        Map<String, String> overrides = new LinkedHashMap<>();
        line.options().forEach((option, values) -> {
            String key = option.substring(2);
            if (Values.find(keys, key).isPresent()) {
                values.forEach(value -> add(overrides, key, value));
            }
        });
        return overrides;
    }
}
