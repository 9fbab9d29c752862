package classroom.lesson;

import module java.base;
import common.commandline.CommandLine.UsageException;

/** The numbers of a lesson, which its file leaves open. They make its experiment. */
final class Draft {
    /** 2^64 divided by the golden ratio scatters neighbouring seeds. */
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private final LessonText text;
    private final Sources sources;
    private final int cores;
    private final IntUnaryOperator choice;
    private final Map<String, Object> numbers = new HashMap<>();

    /** @param seed 0 for the standard numbers */
    Draft(int id, long seed, Path repository, int cores) throws IOException {
        this.text = LessonText.of(id);
        this.sources = new Sources(repository);
        this.cores = put("cores", cores);
        Random random = new Random((seed * 31 + id) * SCATTER);
        this.choice = seed == 0 ? _ -> 0 : random::nextInt;
    }

    /** The lesson must be true with each of these numbers. */
    int vary(String name, int standard, int... others) {
        int chosen = choice.applyAsInt(1 + others.length);
        return put(name, chosen == 0 ? standard : others[chosen - 1]);
    }

    <T> T put(String name, T value) {
        numbers.put(name, value);
        return value;
    }

    int cores() {
        return cores;
    }

    PlannedLesson experiment() throws UsageException {
        return new PlannedLesson(text, sources, cores, text.experiment(numbers, ""), numbers);
    }
}
