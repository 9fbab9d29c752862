package exercise;

import module java.base;
import exercise.harness.Checker;
import learner.JavaSource;

/**
 * Tells whether two files are the same but for comments and white space, or also but for names: those that the files
 * declare, not those of the JDK and the service.
 *
 * @param text  stands for all words and signs
 * @param shape stands for them with a number instead of each name
 * @param size  how many there are
 */
record Likeness(String text, String shape, int size) {
    /**
     * Where little is to be written, two learners write the same by chance. Our solutions of exercises 4, 7 and 8 add
     * less than this to their templates, and the others more.
     */
    private static final int FEWEST = 100;

    static final Likeness NONE = new Likeness("", "", 0);

    static Likeness of(JavaSource source) {
        Map<String, String> numbers = new HashMap<>();
        return new Likeness(digest(source.tokens().stream()), digest(source.tokens().stream().map(each ->
                source.names().contains(each) ? numbers.computeIfAbsent(each, _ -> "#" + numbers.size()) : each)),
                source.tokens().size());
    }

    private static String digest(Stream<String> tokens) {
        return HexFormat.of().formatHex(Checker.digest().digest(tokens.collect(Collectors.joining(" "))
                .getBytes(StandardCharsets.UTF_8)));
    }

    boolean hasSameText(Likeness other) {
        return size > 0 && text.equals(other.text);
    }

    /** If so, and if the shapes are the same, that is no chance. */
    boolean isLongerThan(Likeness template) {
        return size - template.size >= FEWEST;
    }
}
