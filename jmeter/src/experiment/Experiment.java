package experiment;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;

/**
 * What is asked, as a file and the options over it say.
 *
 * @param description paragraphs separated by blank lines
 * @param keys the values from which all but the loads and the hypotheses can be read again
 */
public record Experiment(String name, String title, String description, Map<String, String> keys,
        List<Contender> contenders, Conditions conditions, Workload workload, Window window, Claims claims) {
    /** The keys of a file. As options of the command line, they override the file. */
    public static final List<Option> KEYS = Stream.of(Workload.KEYS, Window.KEYS, Contender.KEYS, Conditions.KEYS,
            Claims.KEYS).flatMap(List::stream).toList();

    /** @param name a file's name in the folder, or any other file's path */
    public static Experiment read(Path folder, String name, Map<String, String> overrides)
            throws IOException, UsageException {
        Path file = ExperimentFile.find(folder, name);
        return parse(ExperimentFile.name(file), Files.readString(file), overrides);
    }

    public static Experiment parse(String name, String text, Map<String, String> overrides) throws UsageException {
        return parse(name, text, overrides, Runtime.getRuntime().availableProcessors());
    }

    static Experiment parse(String name, String text, Map<String, String> overrides, int cores)
            throws UsageException {
        ExperimentFile file = new ExperimentFile(KEYS, name, text, overrides, cores);
        Workload.checkFiles(file.values());
        Experiment read = read(name, file.title(), file.description(), file.values());
        return read.isOfOthers(file.values()) ? read.namedAfterContenders() : read;
    }

    public static Map<String, String> overrides(CommandLine line) {
        return ExperimentFile.overrides(KEYS, line);
    }

    static Experiment read(String name, String title, String description, Values values) throws UsageException {
        List<Contender> contenders = Contender.read(values);
        Workload workload = Workload.read(values);
        Map<String, String> keys = new LinkedHashMap<>(values.all());
        keys.keySet().removeAll(Set.of(Hypothesis.EXPECT, Hypothesis.REFUTE));
        keys.put(Contender.ONLY, names(contenders, ","));
        return new Experiment(name, title, description, keys, contenders, Conditions.read(values), workload,
                Window.read(values), Claims.read(values, contenders, workload.loads()));
    }

    private static String names(List<Contender> contenders, String between) {
        return contenders.stream().map(Contender::name).collect(Collectors.joining(between));
    }

    /** If service one's modes are left out, the file's name and text would say what is not measured. */
    private boolean isOfOthers(Values values) {
        List<String> names = contenders.stream().map(each -> Contender.PREFIX + each.name()).toList();
        return contenders.stream().noneMatch(Contender::isServiceOne) && values.own().keySet().stream()
                .anyMatch(key -> key.startsWith(Contender.PREFIX) && !names.contains(key));
    }

    private Experiment namedAfterContenders() {
        return new Experiment(names(contenders, "-"), names(contenders, " and "), "", keys, contenders, conditions,
                workload, window, claims);
    }

    public List<Load> loads() {
        return workload.loads();
    }

    public Optional<Load> beside() {
        return workload.beside();
    }

    public int runs() {
        return contenders.size() * loads().size() * window.repeat();
    }

    public Experiment with(List<Load> otherLoads) {
        return with(otherLoads, claims.hypotheses());
    }

    Experiment with(List<Load> otherLoads, List<Hypothesis> hypotheses) {
        return new Experiment(name, title, description, keys, contenders, conditions, workload.with(otherLoads),
                window, claims.with(hypotheses));
    }

    public Experiment withContenders(List<Contender> others) {
        return new Experiment(name, title, description, keys, others, conditions, workload, window, claims);
    }

    /** Each of these contenders once under each of these loads, without hypotheses. */
    public Experiment once(List<Contender> some, List<Load> otherLoads) {
        Map<String, String> once = new LinkedHashMap<>(keys);
        once.putAll(Map.of(Contender.ONLY, names(some, ","), Window.REPEAT, "1"));
        return new Experiment(name, title, description, once, some, conditions, workload.with(otherLoads),
                window.once(), claims.with(List.of()));
    }
}
