package experiment;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;

/**
 * What is asked.
 *
 * @param description paragraphs separated by blank lines
 * @param keys the values that it was read from
 */
public record Experiment(
        String name,
        String title,
        String description,
        Map<String, String> keys,
        List<Contender> contenders,
        Conditions conditions,
        Workload workload,
        Window window,
        Claims claims) {
    /** The keys of a file. As options of the command line, they override the file. */
    public static final List<Option> KEYS = Stream.of(
            Workload.KEYS,
            Window.KEYS,
            Contender.KEYS,
            Conditions.KEYS,
            Claims.KEYS).flatMap(List::stream).toList();

    /** @param name a file's name in the folder, or any other file's path */
    public static Experiment read(Path folder, String name, Map<String, String> overrides)
            throws IOException {
        Path file = ExperimentFile.find(folder, name);
        return parse(ExperimentFile.name(file), Files.readString(file), overrides);
    }

    public static Map<String, String> overrides(CommandLine line) {
        Map<String, String> overrides = new LinkedHashMap<>();
        line.options().forEach((option, values) ->
                overrides.put(option.substring(2), String.join("\n", values)));
        overrides.keySet().removeIf(key -> Values.find(key).isEmpty());
        return overrides;
    }

    public static Experiment parse(String name, String text, Map<String, String> overrides) {
        return parse(name, text, overrides, Runtime.getRuntime().availableProcessors());
    }

    static Experiment parse(String name, String text, Map<String, String> overrides, int cores) {
        Values values = ExperimentFile.read(name, text, overrides, cores);
        Workload.checkFiles(values);
        List<Contender> contenders = Contender.read(values);
        if (!Contender.replacesAll(contenders, values)) {
            return read(values);
        }
        // the file's name and text would say what is not measured
        List<String> names = contenders.stream().map(Contender::name).toList();
        return read(new Values(String.join("-", names), String.join(" and ", names), "",
                values.own(), values.overrides()));
    }

    static Experiment read(Values values) {
        List<Contender> contenders = Contender.read(values);
        Workload workload = Workload.read(values);
        return new Experiment(
                values.name(),
                values.title(),
                values.description(),
                values.all(),
                contenders,
                Conditions.read(values),
                workload,
                Window.read(values),
                Claims.read(values, contenders, workload.loads()));
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

    public Experiment with(List<Contender> some, List<Load> loads) {
        return with(some, loads, window, claims.hypotheses());
    }

    /** Each of these contenders once under each of these loads, without hypotheses. */
    public Experiment once(List<Contender> some, List<Load> loads) {
        return with(some, loads, window.once(), List.of());
    }

    Experiment with(List<Contender> some, List<Load> loads, Window asked, List<Hypothesis> hypotheses) {
        return new Experiment(name, title, description, keys, some, conditions,
                workload.with(loads), asked, claims.with(hypotheses));
    }
}
