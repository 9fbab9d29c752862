package classroom.lesson;

import common.commandline.CommandLine.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The ten lessons, in their order. */
public final class Lessons {
    private interface Script {
        void write(Draft lesson) throws UsageException;
    }

    private static final List<Script> SCRIPTS = List.of(ThreadLessons::oneThread, ThreadLessons::fewThreads,
            ThreadLessons::aVirtualThreadEach, ThreadLessons::aThousandThreads, ThreadLessons::withoutAThreadEach,
            LimitLessons::computing, LimitLessons::tenPermits, LimitLessons::pinned, OverloadLessons::aClosedLoop,
            OverloadLessons::hangingCalls);

    private Lessons() {
    }

    /**
     * @param repository where the source files are from which lessons quote
     * @param seed       0: with the printed numbers; another: with others, the same for the same seed
     */
    public static List<Lesson> all(Path repository, long seed) {
        return all(repository, seed, Runtime.getRuntime().availableProcessors());
    }

    static List<Lesson> all(Path repository, long seed, int cores) {
        return IntStream.range(0, SCRIPTS.size()).mapToObj(i ->
                lesson(SCRIPTS.get(i), new Draft(i + 1, seed, new Sources(repository), cores))).toList();
    }

    /** @throws IllegalStateException where its experiment is none: a test reads those of many seeds */
    private static Lesson lesson(Script script, Draft draft) {
        try {
            script.write(draft);
            return draft.lesson();
        } catch (UsageException e) {
            throw new IllegalStateException(e);
        }
    }
}
