package serviceone.exercise;

/**
 * One thing that a learner's code is to do, and the code that tries whether it does.
 *
 * @param isTimed whether a machine that stands still for a moment can make right code fail, so that one more try tells
 *                more
 */
public record Check(String name, Body body, boolean isTimed) {
    static final String ON_PURPOSE = "thrown by the check, on purpose";

    Check(String name, Body body) {
        this(name, body, false);
    }

    static Check timed(String name, Body body) {
        return new Check(name, body, true);
    }

    /** Returns where the code does it; throws {@link Failed}, or whatever the learner's code has thrown, where not. */
    public interface Body {
        void run(Subject subject) throws Exception;
    }

    /**
     * What came of a check.
     *
     * @param found what came instead, with the input that broke it; null where it passed
     * @param hint  names the mistake; null where it passed
     * @param hangs whether the learner's code goes on
     */
    public record Result(String check, boolean passed, String found, String hint, boolean hangs) {
        static Result passed(Check check) {
            return new Result(check.name, true, null, null, false);
        }

        static Result failed(Check check, String found, String hint) {
            return new Result(check.name, false, found, hint, false);
        }

        static Result hangs(Check check, String found, String hint) {
            return new Result(check.name, false, found, hint, true);
        }
    }

    /** Says why a check failed. */
    public static final class Failed extends Exception {
        private static final long serialVersionUID = 1;
        private final String hint;
        private final boolean hangs;

        public Failed(String found, String hint) {
            this(found, hint, false);
        }

        /** @param hangs whether the learner's code goes on, so that no other check can be made */
        Failed(String found, String hint, boolean hangs) {
            super(found);
            this.hint = hint;
            this.hangs = hangs;
        }

        Result result(Check check, String more) {
            return new Result(check.name, false, getMessage() + more, hint, hangs);
        }
    }

    /** What a check throws into the learner's code, to see what becomes of it. */
    static <T extends Throwable> T onPurpose(T thrown) {
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }

    /** Whether it is that, and no news for anybody. */
    static boolean isOnPurpose(Throwable thrown) {
        return ON_PURPOSE.equals(thrown.getMessage());
    }

    public static void require(boolean holds, String found, String hint) throws Failed {
        if (!holds) {
            throw new Failed(found, hint);
        }
    }
}
