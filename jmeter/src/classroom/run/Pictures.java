package classroom.run;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * The live pictures of what runs, or has run last: one for each contender that was begun. The thread that runs them
 * begins and ends them, any thread may look; each picture is replaced as a whole by its reader.
 */
public final class Pictures {
    private final UnaryOperator<String> labels;
    private final List<PictureReader> readers = new CopyOnWriteArrayList<>();

    /** @param labels of the contenders, for people, by their names */
    public Pictures(UnaryOperator<String> labels) {
        this.labels = labels;
    }

    /** A contender is ready, and there is no load on it yet. @param stats where it tells its figures */
    public void begin(String contender, URI stats) {
        readers.add(PictureReader.start(contender, labels.apply(contender), stats));
    }

    /** The contender's measured window is over, or its programs are gone; its last picture stays. */
    public void end(String contender) {
        readers.stream().filter(reader -> reader.contender().equals(contender)).forEach(PictureReader::close);
    }

    /** Those that there are, in the order in which they began. */
    public List<Picture> all() {
        return readers.stream().flatMap(reader -> reader.picture().stream()).toList();
    }
}
