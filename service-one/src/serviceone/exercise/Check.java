package serviceone.exercise;

/** @param isTimed whether a pause of the machine can make correct code fail */
public record Check(String name, Body body, boolean isTimed) {
    static final String ON_PURPOSE = "thrown by the check, on purpose";

    Check(String name, Body body) {
        this(name, body, false);
    }

    static Check timed(String name, Body body) {
        return new Check(name, body, true);
    }

    public interface Body {
        void run(Subject subject) throws Exception;
    }

    /** @param hangs whether the learner's code is still running */
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

    public static final class Failed extends Exception {
        private static final long serialVersionUID = 1;
        private final String hint;
        private final boolean hangs;

        public Failed(String found, String hint) {
            this(found, hint, false);
        }

        Failed(String found, String hint, boolean hangs) {
            super(found);
            this.hint = hint;
            this.hangs = hangs;
        }

        Result result(Check check, String more) {
            return new Result(check.name, false, getMessage() + more, hint, hangs);
        }
    }

    /** Removes the stack trace, which would show the learner only the check. */
    static <T extends Throwable> T onPurpose(T thrown) {
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }

    static boolean isOnPurpose(Throwable thrown) {
        return ON_PURPOSE.equals(thrown.getMessage());
    }

    public static void require(boolean holds, String found, String hint) throws Failed {
        if (!holds) {
            throw new Failed(found, hint);
        }
    }
}
