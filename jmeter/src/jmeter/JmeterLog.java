package jmeter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds in what JMeter wrote why it did not do what it was asked to. No state, any thread. */
final class JmeterLog {
    private static final String CONSEQUENCE = "Error generating the report";      // of there being no samples

    private JmeterLog() {
    }

    /** The line that says most, and where there is more. */
    static String firstError(RunFolder folder) {
        return first(folder.log(), " ERROR ").or(() -> first(folder.output(), "Error in")).map(line -> line + "; ").orElse("")
                + "see " + folder.log() + " and " + folder.output();
    }

    private static Optional<String> first(Path file, String mark) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(mark) && !line.contains(CONSEQUENCE)).findFirst().map(String::strip);
        } catch (IOException e) {
            return Optional.empty();      // JMeter did not come far enough to write it
        }
    }
}
