package classroom.lesson;

import java.util.Random;

/**
 * The numbers of one lesson: the printed ones, or others by which the lesson stays as true and as short. The same seed
 * gives the same ones, on every JDK: the algorithm of {@link Random} is specified. Used by one thread.
 */
final class Variation {
    /** The golden ratio of 64 bits: neighbouring seeds would begin with like numbers. */
    private static final long SCATTER = 0x9E3779B97F4A7C15L;

    private final Random random;      // null for the printed numbers

    /** @param seed 0: the printed numbers */
    Variation(long seed, int lesson) {
        this.random = seed == 0 ? null : new Random((seed * 31 + lesson) * SCATTER);
    }

    /** One of these. */
    int of(int printed, int... others) {
        int chosen = random == null ? 0 : random.nextInt(1 + others.length);
        return chosen == 0 ? printed : others[chosen - 1];
    }
}
