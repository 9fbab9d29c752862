package load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds, in what JMeter wrote, why it did not do what it was asked to. No state, any thread. */
final class JmeterLog {
    private static final String CONSEQUENCE = "Error generating the report";      // of there being no samples

    /** The lines that say most, and where there is more. */
    static String reason(RunFolder folder) {
        Optional<String> error = first(folder.log(), line -> line.contains(" ERROR ") && !line.contains(CONSEQUENCE))
                .or(() -> first(folder.output(), line -> line.contains("Error in")));
        Optional<String> cause = error.flatMap(any -> first(folder.log(), JmeterLog::isCause));
        return Stream.of(error, cause).flatMap(Optional::stream).map(line -> line + "; ").reduce("", String::concat)
                + "see " + folder.log() + " and " + folder.output();
    }

    private static boolean isCause(String line) {
        return line.startsWith("Caused by: ") || line.endsWith("Engine is busy - please try later");
    }

    private static Optional<String> first(Path file, Predicate<String> wanted) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {      // accepts any byte
            return lines.filter(wanted).findFirst().map(String::strip);
        } catch (IOException e) {
            return Optional.empty();      // JMeter did not come far enough to write it
        }
    }
}
