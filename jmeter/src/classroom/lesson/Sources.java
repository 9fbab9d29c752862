package classroom.lesson;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Finds pieces of the project's source files as they are now, by their first line. Immutable. */
record Sources(Path repository) {

    /**
     * The line that has the marker in it, and where that opens a block of Java, all to the block's end.
     *
     * @throws IllegalStateException if no line has it any more: a test reads all of them
     * @throws UncheckedIOException  if the file cannot be read
     */
    Extract find(String file, String marker) {
        List<String> lines = lines(file);
        int first = IntStream.range(0, lines.size()).filter(i -> lines.get(i).contains(marker)).findFirst()
                .orElseThrow(() -> new IllegalStateException(file + " has no line with: " + marker));
        return new Extract(file, first + 1, unindented(lines.subList(first, end(lines, first))));
    }

    private List<String> lines(String file) {
        try {
            return Files.readAllLines(repository.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The index behind the last line. A block ends with the brace that stands as far in as its first line. */
    private static int end(List<String> lines, int first) {
        String line = lines.get(first);
        boolean isBlock = line.endsWith("{") || line.endsWith(",");
        String brace = " ".repeat(indentation(line)) + "}";
        return isBlock ? 1 + IntStream.range(first, lines.size()).filter(i -> lines.get(i).startsWith(brace))
                .findFirst().orElse(first) : first + 1;
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static List<String> unindented(List<String> lines) {
        int indentation = indentation(lines.getFirst());
        List<String> moved = new ArrayList<>();
        lines.forEach(line -> moved.add(line.isBlank() ? "" : line.substring(indentation)));
        return moved;
    }
}
