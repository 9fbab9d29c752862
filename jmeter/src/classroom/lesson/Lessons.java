package classroom.lesson;

import module java.base;
import common.commandline.UsageException;

/** The lessons, in order. They are in {@code resources/classroom/lessons}. */
public final class Lessons {
    private static final int COUNT = 10;

    private Lessons() {
    }

    /** @param seed 0 for the standard numbers */
    public static List<Lesson> all(Path repository, long seed) {
        return all(repository, seed, Runtime.getRuntime().availableProcessors());
    }

    static List<Lesson> all(Path repository, long seed, int cores) {
        return IntStream.rangeClosed(1, COUNT)
                .mapToObj(id -> lesson(id, repository, seed, cores)).toList();
    }

    private static Lesson lesson(int id, Path repository, long seed, int cores) {
        try {
            return new Draft(id, seed, cores).lesson(new Sources(repository));
        } catch (UsageException | IOException e) {
            throw new IllegalStateException("lesson " + id, e);
        }
    }
}
