package classroom.vote;

import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The code that stands on the projector, so that only who sees it votes: four of 21 signs, 194,481 codes. None looks
 * like another from the last row (O and 0, I and 1, S and 5, B and 8, Z and 2, G and 6, Q), and without vowels they
 * make no words. Immutable.
 */
record RoomCode(String text) {
    static final String SIGNS = "CDFHJKLMNPRTVWXY34679";
    private static final int LENGTH = 4;

    static RoomCode random(RandomGenerator random) {
        return new RoomCode(random.ints(LENGTH, 0, SIGNS.length())
                .mapToObj(i -> SIGNS.substring(i, i + 1)).collect(Collectors.joining()));
    }

    /** Whether it was entered, in capitals or not, and however it was spaced. */
    boolean matches(String entered) {
        return text.equals(entered.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT));
    }
}
