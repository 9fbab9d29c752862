package serviceone.routes;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C library's {@code usleep}, called as any native library is that blocks: the JDK cannot unmount a virtual thread
 * whose stack has a native frame, so its carrier sleeps with it, and no event tells (JEP 444, "Scheduling"). Needs
 * {@code --enable-native-access} to be called without a warning.
 */
public final class NativeSleep {
    @SuppressWarnings("restricted")
    private static final MethodHandle USLEEP = Linker.nativeLinker().downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow("usleep"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, new MemoryLayout[] {ValueLayout.JAVA_INT}));

    private NativeSleep() {
    }

    /** Sleeps for so many milliseconds, or less if a signal comes. */
    public static void millis(long millis) {
        try {
            int _ = (int) USLEEP.invokeExact((int) (millis * 1000));      // -1 where a signal has ended it early
        } catch (Throwable e) {
            throw new IllegalStateException("usleep", e);      // invokeExact declares whatever a method may throw
        }
    }
}
