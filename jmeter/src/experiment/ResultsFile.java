package experiment;

import module java.base;
import common.json.Json;
import common.json.JsonObject;
import text.Records;

public final class ResultsFile {
    public static final String NAME = "results.json";
    /** Grows when another version's program would misread a file. */
    private static final int VERSION = 1;

    private ResultsFile() {
    }

    public static Results read(Path folder) throws IOException {
        Path file = folder.resolve(NAME);
        String json = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);      // a damaged one may be binary
        try {
            // The oldest files have no version.
            if (Json.read(json) instanceof Map<?, ?> all && !Double.valueOf(VERSION).equals(all.get("version"))) {
                throw new IOException("it is not of version " + VERSION + ", which this program reads");
            }
            return Records.readComplete(Results.class, json);
        } catch (IOException e) {
            throw new IOException(file + " contains no results of compare: " + e.getMessage(), e);
        }
    }

    /**
     * @param judged what was concluded from the results, for other programs; {@link #read} ignores it
     */
    public static String text(Results results, Map<String, ?> judged) {
        JsonObject all = new JsonObject().put("version", VERSION).put("experiment", results.experiment())
                .put("runs", results.runs()).put("environment", results.environment()).put("notes", results.notes())
                .put("complete", results.complete()).put("guesses", results.guesses());
        judged.forEach(all::put);
        return JsonObject.text(all);
    }
}
