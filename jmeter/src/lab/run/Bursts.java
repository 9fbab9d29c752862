package lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import load.jtl.Jtl;

/**
 * Finds the moments between bursts, at which nothing is in flight: a window that cuts a burst in two would miscount it.
 * Stateless.
 */
final class Bursts {
    private record Span(long start, long end) {
    }

    /** When each burst began, in milliseconds since 1970, ascending. */
    static List<Long> starts(Path jtl) throws IOException {
        List<Span> spans = new ArrayList<>();
        Jtl.read(jtl, sample -> spans.add(new Span(sample.startMillis(), sample.endMillis())));
        spans.sort(Comparator.comparingLong(Span::start));
        List<Long> starts = new ArrayList<>();
        long lastEnd = Long.MIN_VALUE;
        for (Span span : spans) {
            if (span.start() >= lastEnd) {
                starts.add(span.start());
            }
            lastEnd = Math.max(lastEnd, span.end());
        }
        return starts;
    }
}
