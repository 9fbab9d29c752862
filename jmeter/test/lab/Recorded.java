package lab;

import module java.base;
import experiment.Results;
import experiment.ResultsFile;
import load.install.FileTree;

/**
 * Results that were recorded before the lab got its present form: {@code jmeter/test/recorded/NAME} has the results,
 * the samples of some runs, and when the measured window of each began and ended. Whoever changes what is measured or
 * judged sees here what becomes of them.
 */
public final class Recorded {
    private static final Path FOLDER = Path.of(System.getProperty("repository"), "jmeter/test/recorded");

    private Recorded() {
    }

    public static List<Path> all() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            return folders.sorted().toList();
        }
    }

    public static Results results(String name) throws Exception {
        return results(FOLDER.resolve(name));
    }

    public static Results results(Path recorded) throws Exception {
        Path unpacked = Files.createTempDirectory("recorded");
        try (InputStream packed = new GZIPInputStream(Files.newInputStream(recorded.resolve("results.json.gz")))) {
            String json = new String(packed.readAllBytes(), StandardCharsets.UTF_8);
            Files.writeString(unpacked.resolve(ResultsFile.NAME), json.replace("‹folder›", recorded.toString()));
            return ResultsFile.read(unpacked);
        } finally {
            FileTree.delete(unpacked);
        }
    }
}
