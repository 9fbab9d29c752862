package serviceone.meter;

import java.util.List;

/**
 * What became of one request, part by part, each beginning where the one before it ended. Immutable.
 *
 * @param at     when it ended, in milliseconds since 1970; of two lives, the one that ended later has the greater
 * @param nanos  from when its connection was queued, or its first byte came, until its answer was sent
 * @param path   without the query, and not the whole of a long one; empty where no request was read
 * @param status of the answer
 */
public record Life(long at, long nanos, String path, int status, List<Part> parts) {
    /** Its connection waited in the queue, with the request or, as its response was due, once more. */
    public static final String QUEUED = "queued";
    /** It had come, and the request before it on the same connection was not answered yet. */
    public static final String BEHIND = "behind";
    public static final String READ = "read";
    /** In the service's own code: computing, or waiting for something else than service two. */
    public static final String OWN = "own";
    /** From when the answer is ready until the kernel has taken all of it. */
    public static final String WRITTEN = "written";

    /**
     * One thing that a request is at; in a call to service two, it has the name of the {@link Stage}.
     *
     * @param from   nanoseconds since the life began
     * @param thread which had the request; empty where none had
     */
    public record Part(String name, long from, long to, String thread) {
    }
}
