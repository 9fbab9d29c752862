package exercise;

import module java.base;
import learner.Exercise;

/** What a student has handed in. */
sealed interface HandIn {
    /** The name of the file or folder directly in the class's folder. */
    String student();

    Path file();

    /**
     * @param isAlone whether the files beside it are other students'
     * @param remark  what a teacher should know of it; may be empty
     */
    record Solution(String student, Path file, Exercise exercise, Likeness likeness, boolean isAlone, String remark)
            implements HandIn {
    }

    /** Nothing that can be checked. */
    record None(String student, Path file, String verdict, String why) implements HandIn {
        static final String NOTHING = "nothing handed in";
    }
}
