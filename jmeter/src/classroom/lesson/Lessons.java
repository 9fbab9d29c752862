package classroom.lesson;

import module java.base;

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
                .mapToObj(id -> new SolvedLesson(id, seed, cores).lesson(new Sources(repository)))
                .toList();
    }
}
