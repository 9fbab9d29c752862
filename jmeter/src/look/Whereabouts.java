package look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import look.ThreadDump.Entry;

/**
 * Says where in service one's code a thread is, as a person would: by the line of the request's handler that it is in.
 * It shows that line too, where it finds the sources. Immutable.
 */
final class Whereabouts {
    /** The most telling first: the four calls, then the other routes, then anything of service one. */
    private static final List<String> TELLING = List.of("serviceone.calls.BlockingMeetings",
            "serviceone.routes.BlockingTrace", "serviceone.routes.", "serviceone.");

    private final Path sources;

    /** @param sources the folder that holds the package {@code serviceone} */
    Whereabouts(Path sources) {
        this.sources = sources;
    }

    /** Empty if the thread is nowhere in service one's code. */
    Optional<String> of(Entry thread) {
        List<Frame> frames = thread.frames().stream().map(Frame::of).flatMap(Optional::stream).toList();
        return TELLING.stream().flatMap(prefix -> frames.stream().filter(frame -> frame.type().startsWith(prefix)))
                .findFirst().map(this::describe);
    }

    private String describe(Frame frame) {
        String place = frame.file() + ':' + frame.line();
        String packageName = frame.type().replaceFirst("\\.[^.]*$", "");
        Path file = sources.resolve(packageName.replace('.', '/')).resolve(frame.file());
        try {
            return String.format("%-28s %s", place, Files.readAllLines(file).get(frame.line() - 1).strip());
        } catch (IOException | IndexOutOfBoundsException e) {
            return place;      // the jar was built elsewhere, or from other sources
        }
    }
}
