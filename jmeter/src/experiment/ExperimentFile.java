package experiment;

import module java.base;
import common.commandline.UsageException;

/**
 * The grammar of experiments: lines of {@code key = value}, and comments that start with #. The comment at the top has
 * the title in its first line, then the description. Files named *.jmx are JMeter plans.
 */
public final class ExperimentFile {
    /** {@code {cores}} or {@code {25*cores}} in a value is a multiple of this machine's cores. */
    private static final Pattern CORES = Pattern.compile("\\{(?:(\\d{1,4})\\*)?cores}");

    private ExperimentFile() {
    }

    static Values read(String name, String text, Map<String, String> overrides, int cores) {
        List<String> head = new ArrayList<>();
        Map<String, String> own = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.lines().map(String::strip).toList()) {
            number++;
            String where = name + ", line " + number + ": ";
            int equals = line.indexOf('=');
            if (line.startsWith("#")) {
                if (own.isEmpty()) {
                    head.add(line.substring(1).strip());
                }
            } else if (equals > 0) {
                String key = line.substring(0, equals).strip();
                Values.known(key, where);
                own.merge(key, line.substring(equals + 1).strip(),
                        (before, more) -> before + "\n" + more);
            } else if (!line.isEmpty()) {
                throw new UsageException(where + "'" + line + "' is neither a comment nor key = value");
            }
        }
        String title = head.isEmpty() ? name : head.removeFirst();
        return new Values(name, title, String.join("\n", head).strip(), withCores(own, cores),
                withCores(overrides, cores)).checked();
    }

    private static Map<String, String> withCores(Map<String, String> values, int cores) {
        Map<String, String> all = new LinkedHashMap<>(values);
        all.replaceAll((_, value) -> CORES.matcher(value).replaceAll(times -> Integer.toString(cores
                * (times.group(1) == null ? 1 : Integer.parseInt(times.group(1))))));
        return all;
    }

    /** The names of the folder's experiments, sorted. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith(".") && !name.endsWith(".jmx")).sorted().toList();
        }
    }

    /** @param name a file's name in the folder, or any other file's path */
    static Path find(Path folder, String name) throws IOException {
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
}
