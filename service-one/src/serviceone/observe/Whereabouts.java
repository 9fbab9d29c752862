package serviceone.observe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import serviceone.observe.ThreadDump.Entry;

/**
 * Says where in service one's code a thread is, as a person would: by the line of the request's handler, if it is in one.
 * Reads the sources, where it finds them, to show that line itself.
 */
final class Whereabouts {
    private static final Pattern FRAME = Pattern.compile("(?:[^/]*/)*(?<class>[\\w.$]+)\\.[\\w$<>]+\\((?<file>\\w+\\.java):(?<line>\\d+)\\)");
    /** The most telling first: the four calls, then the other routes, then anything of service one. */
    private static final List<String> TELLING = List.of("serviceone.calls.BlockingMeetings", "serviceone.trace.BlockingTrace",
            "serviceone.routes.", "serviceone.");

    private final Path sources;

    /** @param sources the folder that holds the package {@code serviceone} */
    Whereabouts(Path sources) {
        this.sources = sources;
    }

    /** Nothing if the thread is nowhere in service one's code. */
    Optional<String> of(Entry thread) {
        return TELLING.stream().flatMap(prefix -> thread.frames().stream().map(FRAME::matcher)
                .filter(frame -> frame.matches() && frame.group("class").startsWith(prefix))).findFirst().map(this::describe);
    }

    private String describe(Matcher frame) {
        String place = frame.group("file") + ':' + frame.group("line");
        String packageName = frame.group("class").replaceFirst("\\.[^.]*$", "");
        Path file = sources.resolve(packageName.replace('.', '/')).resolve(frame.group("file"));
        try {
            List<String> lines = Files.readAllLines(file);
            return String.format("%-28s %s", place, lines.get(Integer.parseInt(frame.group("line")) - 1).strip());
        } catch (IOException | IndexOutOfBoundsException e) {
            return place;      // the jar was built elsewhere, or from other sources
        }
    }
}
