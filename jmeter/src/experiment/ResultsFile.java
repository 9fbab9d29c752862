package experiment;

import module java.base;
import common.commandline.UsageException;
import common.json.Json;
import common.json.JsonObject;
import common.json.Records;

/**
 * The format of {@code results.json}. The names of the components of these records, of {@link Run} and of its parts
 * are the names in the file.
 */
public final class ResultsFile {
    public static final String NAME = "results.json";
    /** Grows when another version's program would misread a file. */
    private static final Double VERSION = 2.0;

    /** An experiment as the keys that it was read from, and what they do not say of what was measured. */
    public record Asked(
            String name,
            String title,
            String description,
            Map<String, String> keys,
            List<Load> loads,
            List<Hypothesis> hypotheses) {

        private static Asked of(Experiment experiment) {
            Map<String, String> keys = new LinkedHashMap<>(experiment.keys());
            keys.keySet().removeAll(Set.of(Statements.EXPECT, Statements.REFUTE));
            keys.put(Window.REPEAT, Integer.toString(experiment.window().repeat()));
            experiment.contenders().forEach(each -> keys.put(Contender.PREFIX + each.name(), each.specification()));
            keys.put(Contender.ONLY, experiment.contenders().stream()
                    .map(Contender::name)
                    .collect(Collectors.joining(",")));
            return new Asked(experiment.name(), experiment.title(), experiment.description(), keys,
                    experiment.loads(), experiment.claims().hypotheses());
        }

        private Experiment read() {
            Values values = new Values(name, title, description, keys, Map.of()).checked();
            Experiment read = Experiment.read(values);
            return read.with(read.contenders(), loads, read.window(), hypotheses);
        }
    }

    /** What is read again. */
    public record Stored(
            Asked experiment,
            List<Run> runs,
            Map<String, String> environment,
            List<String> notes,
            boolean complete) {
    }

    private ResultsFile() {
    }

    public static Results read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        // a damaged one may be binary
        String json = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        try {
            checkVersion(Json.members(json).get("version"));
            Stored stored = Records.readComplete(Stored.class, json);
            return new Results(stored.experiment.read(), stored.runs, stored.environment,
                    stored.notes, stored.complete);
        } catch (IOException | UsageException e) {
            throw new IOException(file + " contains no results of compare: " + e.getMessage(), e);
        }
    }

    private static void checkVersion(Object version) throws IOException {
        if (!VERSION.equals(version)) {
            throw new IOException("it is not of version 2, which this program reads. "
                    + "Make its report with the commit that it names, or measure again");
        }
    }

    /**
     * @param judged what was concluded from the results, for other programs; {@link #read} ignores it
     */
    public static String text(Results results, Map<String, ?> judged) {
        JsonObject all = new JsonObject()
                .put("version", VERSION)
                .put("experiment", Asked.of(results.experiment()))
                .put("runs", results.runs())
                .put("environment", results.environment())
                .put("notes", results.notes())
                .put("complete", results.complete());
        judged.forEach(all::put);
        return JsonObject.text(all);
    }
}
