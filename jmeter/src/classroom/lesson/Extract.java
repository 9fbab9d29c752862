package classroom.lesson;

import java.util.List;

/**
 * Some lines of a source file, as it is now. Immutable.
 *
 * @param file below the repository's folder, with slashes
 * @param from the number of the first line, from 1; 0 where the file has no such lines any more
 */
public record Extract(String file, int from, List<String> lines) {

    static Extract missing(String file, String marker) {
        return new Extract(file, 0, List.of("(no longer there: " + marker + ")"));
    }
}
