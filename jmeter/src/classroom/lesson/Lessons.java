package classroom.lesson;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The ten lessons, in their order. Stateless. */
public final class Lessons {
    /** Makes a lesson of numbers that vary, the source files it quotes, and the number of cores. */
    private interface Maker {
        LessonPlan make(Variation varied, Sources sources, int cores);
    }

    private static final List<Maker> MAKERS = List.of(OneThread::new, FewThreads::new, VirtualThreads::new,
            CostOfThreads::new, EventLoops::new, Computing::new, Permits::new, Pinned::new, ClosedLoop::new,
            HangingCalls::new);

    private Lessons() {
    }

    /**
     * @param repository where the source files are from which lessons quote
     * @param seed       0: with the printed numbers; another: with others, the same for the same seed
     */
    public static List<Lesson> all(Path repository, long seed) {
        return plans(repository, seed).stream().map(LessonPlan::lesson).toList();
    }

    static List<LessonPlan> plans(Path repository, long seed) {
        return plans(repository, seed, Runtime.getRuntime().availableProcessors());
    }

    static List<LessonPlan> plans(Path repository, long seed, int cores) {
        Sources sources = new Sources(repository);
        return IntStream.range(0, MAKERS.size())
                .mapToObj(i -> MAKERS.get(i).make(new Variation(seed, i + 1), sources, cores)).toList();
    }
}
