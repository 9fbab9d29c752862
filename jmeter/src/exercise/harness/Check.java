package exercise.harness;

import module java.base;
import common.json.JsonObject;
import common.json.Records;

/** A check of behaviour. Its name is a sentence that holds for correct code. */
public record Check(String name, Body body) {
    /** What a task or a call throws. It has no stack trace, which would show the learner only the check. */
    public static final RuntimeException EXCEPTION = new RuntimeException("on purpose", null, false, false) { };
    public static final Error ERROR = new Error("on purpose", null, false, false) { };

    public interface Body {
        void run(Subject subject) throws Exception;
    }

    /** What the one class in an exercise's folder {@code checks} implements. */
    public interface Source {
        List<Check> checks();
    }

    /**
     * @param found what the code did, and on which input. Empty if passed
     * @param hint  the name of a paragraph under "Mistakes" in the exercise's task.md, or a text
     * @param tried how many requests, sockets or calls met the learner's code
     */
    public record Result(String check, Outcome outcome, String found, String hint, long tried) {
        public static Result read(String json) throws IOException {
            return Records.readComplete(Result.class, json);
        }

        public JsonObject json() {
            return new JsonObject().put("check", check).put("outcome", outcome.name()).put("passed", passed())
                    .put("found", found).put("hint", hint).put("tried", tried);
        }

        public Result with(Outcome outcome, String hint) {
            return new Result(check, outcome, found, hint, tried);
        }

        public boolean passed() {
            return outcome == Outcome.PASSED;
        }
    }

    static final class Failed extends Exception {
        private static final long serialVersionUID = 1;
        final String hint;
        final Outcome outcome;

        Failed(String found, String hint, Outcome outcome) {
            super(found);
            this.hint = hint;
            this.outcome = outcome;
        }
    }

    /** Ends a task or a call: throws the result if it can be thrown, and otherwise returns it. */
    @SuppressWarnings("unchecked")
    public static <T, X extends Throwable> T end(Object result) throws X {
        if (result instanceof Throwable thrown) {
            throw (X) thrown;
        }
        return (T) result;
    }

    public static void require(boolean holds, String found, String hint) throws Exception {
        if (!holds) {
            throw new Failed(found, hint, Outcome.NOT_YET);
        }
    }

    /** Fails the check unless a pause of the machine explains it. */
    public static void requireInTime(boolean holds, String found, String hint) throws Exception {
        if (!holds) {
            throw new Failed(found, hint, Outcome.CANNOT_JUDGE);
        }
    }
}
