package testing;

import java.util.Objects;

/** As in JUnit, the expected value comes first. */
public final class Assertions {
    private Assertions() {
    }

    public interface Executable {
        void execute() throws Throwable;
    }

    public static void assertEquals(Object expected, Object actual, String reason) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(reason + ": expected <" + expected + "> but was <" + actual + ">");
        }
    }

    public static void assertEquals(Object expected, Object actual) {
        assertEquals(expected, actual, "not equal");
    }

    public static void assertTrue(boolean condition, String reason) {
        if (!condition) {
            throw new AssertionError(reason);
        }
    }

    public static void assertContains(String part, String whole) {
        assertTrue(whole.contains(part), "expected <" + part + "> somewhere in <" + whole + ">");
    }

    /** The expected parts come last, because there may be several. */
    public static void assertHas(String whole, String... parts) {
        for (String part : parts) {
            assertContains(part, whole);
        }
    }

    public static <T extends Throwable> T assertThrows(Class<T> expected, Executable code) {
        return assertThrows(expected, code, expected.getSimpleName());
    }

    private static <T extends Throwable> T assertThrows(Class<T> expected, Executable code, String what) {
        try {
            code.execute();
        } catch (Throwable thrown) {
            if (expected.isInstance(thrown)) {
                return expected.cast(thrown);
            }
            throw new AssertionError("expected " + what + " but " + thrown + " was thrown", thrown);
        }
        throw new AssertionError("expected " + what + " but nothing was thrown");
    }

    public static void assertThrows(Class<? extends Throwable> expected, String part, Executable code) {
        String what = expected.getSimpleName() + " <" + part + ">";
        assertContains(part, assertThrows(expected, code, what).getMessage());
    }
}
