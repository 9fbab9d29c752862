package serviceone.routes;

import module java.base;

/**
 * The C library's {@code usleep}, an example of a native call that blocks. A virtual thread with a native frame cannot
 * unmount, so its carrier sleeps, too (JEP 444, "Executing virtual threads").
 */
public final class NativeSleep {
    /** In a class of its own, because the handle is slow to make and often not needed. */
    private static final class Function {
        @SuppressWarnings("restricted")
        static final MethodHandle USLEEP = Linker.nativeLinker().downcallHandle(address(),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, new MemoryLayout[] {ValueLayout.JAVA_INT}));
    }

    private NativeSleep() {
    }

    private static MemorySegment address() {
        return Linker.nativeLinker().defaultLookup().findOrThrow("usleep");
    }

    /** Opens the file with the C library's symbols, before descriptors can run out. */
    public static void load() {
        address();
    }

    public static void millis(long millis) {
        try {
            int _ = (int) Function.USLEEP.invokeExact((int) (millis * 1000));      // -1 after a signal
        } catch (Throwable e) {
            throw new IllegalStateException("usleep", e);
        }
    }
}
