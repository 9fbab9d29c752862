package exercise;

import module java.base;
import learner.JavaSource;

/**
 * Tells whether two files are the same but for comments and white space, or also but for names: those that the files
 * declare, not those of the JDK and the service.
 *
 * @param text  all words and signs
 * @param shape the same, with a number instead of each name
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
        try {
            List<String> tokens = source.tokens();
            Map<String, String> numbers = new HashMap<>();
            source.names().forEach(name -> numbers.put(name, "#" + tokens.indexOf(name)));
            String shape = tokens.stream()
                    .map(each -> numbers.getOrDefault(each, each))
                    .collect(Collectors.joining(" "));
            return new Likeness(String.join(" ", tokens), shape, tokens.size());
        } catch (StackOverflowError e) {
            return NONE;      // such as a sum of ten thousand terms
        }
    }

    boolean hasSameText(Likeness other) {
        return size > 0 && text.equals(other.text);
    }

    /** If so, and if the shapes are the same, that is no chance. */
    boolean isLongerThan(Likeness template) {
        return size - template.size >= FEWEST;
    }
}
