package exercise.harness;

import java.util.List;

/** A check of behaviour. Its name is a sentence that holds for correct code. */
public record Check(String name, Body body) {
    static final String ON_PURPOSE = "thrown by the check, on purpose";

    public interface Body {
        void run(Subject subject) throws Exception;
    }

    /** What the one class in an exercise's folder {@code checks} implements. */
    public interface Source {
        List<Check> checks();
    }

    /**
     * @param late   whether a busy machine may be the reason
     * @param hint   the name of a paragraph under "Mistakes" in the exercise's task.md, or a text
     * @param tried  how many requests, sockets or calls met the learner's code
     */
    public record Result(String check, boolean passed, boolean late, String found, String hint, long tried) {
    }

    public static final class Failed extends Exception {
        private static final long serialVersionUID = 1;
        final String hint;
        final boolean late;

        Failed(String found, String hint, boolean late) {
            super(found);
            this.hint = hint;
            this.late = late;
        }
    }

    public static void require(boolean holds, String found, String hint) throws Failed {
        if (!holds) {
            throw new Failed(found, hint, false);
        }
    }

    /** Fails the check unless a pause of the machine explains it. */
    public static void requireInTime(boolean holds, String found, String hint) throws Failed {
        if (!holds) {
            throw new Failed(found, hint, true);
        }
    }

    /** Removes the stack trace, which would show the learner only the check. */
    private static <T extends Throwable> T bare(T thrown) {
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }

    public static RuntimeException exceptionOnPurpose() {
        return bare(new IllegalStateException(ON_PURPOSE));
    }

    public static Error errorOnPurpose() {
        return bare(new StackOverflowError(ON_PURPOSE));
    }
}
