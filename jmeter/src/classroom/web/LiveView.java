package classroom.web;

import classroom.run.Picture;
import classroom.run.Pictures;
import java.util.List;
import java.util.Optional;

/**
 * The live figures of what is shown, as {@code GET /live} answers them. Immutable.
 *
 * @param of what they are of, in the words of the state's {@code busy}; empty where there are none
 */
public record LiveView(String of, List<Picture> pictures) {
    static LiveView of(String name, Optional<Pictures> pictures) {
        return pictures.isEmpty() ? new LiveView("", List.of()) : new LiveView(name, pictures.get().all());
    }
}
