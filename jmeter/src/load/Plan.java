package load;

import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A test plan's file and what it says about itself. Immutable; reading one belongs to the thread that calls.
 *
 * @param file     the .jmx
 * @param ours     whether it lies in jmeter/plans, where every property is a {@code ${__P(name,default)}}
 * @param comment  what the plan does and takes, as the GUI shows it
 * @param defaults the properties that it reads, each with its default
 */
public record Plan(Path file, boolean ours, String comment, Map<String, String> defaults) {
    private static final String SUFFIX = ".jmx";
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{__P\\((\\w+),([^)]*)\\)\\}");
    private static final Pattern COMMENT = Pattern.compile("<stringProp name=\"TestPlan.comments\">([^<]*)<");

    /** The plan of a name, with or without .jmx, in jmeter/plans; or of a path. */
    public static Plan find(Path repository, String nameOrPath) throws UsageException, IOException {
        Path folder = folder(repository);
        boolean isPath = nameOrPath.contains("/");
        for (Path file : List.of(folder.resolve(nameOrPath + SUFFIX), folder.resolve(nameOrPath),
                Path.of(nameOrPath))) {
            if (Files.isRegularFile(file) && (!isPath || file.equals(Path.of(nameOrPath)))) {
                return read(file.toAbsolutePath().normalize(), folder);
            }
        }
        throw new UsageException("no such plan: " + nameOrPath + "; there are " + String.join(", ", names(repository))
                + ", and any .jmx file by its path");
    }

    public static List<String> names(Path repository) throws IOException {
        try (Stream<Path> files = Files.list(folder(repository))) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(SUFFIX))
                    .map(Plan::withoutSuffix).sorted().toList();
        }
    }

    public String name() {
        return withoutSuffix(file.getFileName().toString());
    }

    /** What a property will be: as given, else the plan's default; empty where the plan reads no such property. */
    public Optional<String> value(String property, Map<String, String> given) {
        return Optional.ofNullable(defaults.get(property)).map(byDefault -> given.getOrDefault(property, byDefault));
    }

    /**
     * Refuses what JMeter would pass over in silence: a property that the plan does not read, so that the default
     * counts, and a word for a number, which JMeter takes as 0. A name with a dot is one of JMeter's own properties,
     * and about the plans of others nothing is known.
     */
    public void check(Map<String, String> given) throws UsageException {
        for (Map.Entry<String, String> property : given.entrySet()) {
            String byDefault = defaults.get(property.getKey());
            if (byDefault != null) {
                PropertyKind.of(property.getKey(), byDefault).check(property.getKey(), property.getValue());
            } else if (ours && !property.getKey().contains(".")) {
                throw new UsageException(name() + " has no property " + property.getKey() + "; it has "
                        + String.join(", ", defaults.keySet()));
            }
        }
    }

    private static Plan read(Path file, Path folder) throws IOException {
        String text = Files.readString(file);
        Map<String, String> defaults = new TreeMap<>();
        for (Matcher matcher = PROPERTY.matcher(text); matcher.find(); ) {
            defaults.put(matcher.group(1), matcher.group(2));
        }
        Matcher comment = COMMENT.matcher(text);
        boolean ours = file.getParent().equals(folder.toAbsolutePath().normalize());
        return new Plan(file, ours, comment.find() ? plain(comment.group(1)) : "", defaults);
    }

    private static String plain(String xml) {
        return xml.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'")
                .replace("&amp;", "&");
    }

    private static Path folder(Path repository) {
        return repository.resolve("jmeter/plans");
    }

    private static String withoutSuffix(String name) {
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
    }
}
