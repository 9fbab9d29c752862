package serviceone.routes;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C library's {@code usleep}, called as any native library is that blocks: the JDK cannot unmount a virtual thread
 * whose stack has a native frame, so its carrier sleeps with it, and no event tells (JEP 444, "Scheduling"). Needs
 * {@code --enable-native-access} to be called without a warning.
 */
public final class NativeSleep {
    /** Apart, because it is made at its first use: that takes the JDK a tenth of a start, and few call it. */
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

    /** Opens the file in which the C library's symbols are: the rest needs no descriptor. */
    public static void load() {
        address();
    }

    /** Sleeps for so many milliseconds, or less if a signal comes. */
    public static void millis(long millis) {
        try {
            int _ = (int) Function.USLEEP.invokeExact((int) (millis * 1000));      // -1: ended early by a signal
        } catch (Throwable e) {
            throw new IllegalStateException("usleep", e);      // invokeExact declares whatever a method may throw
        }
    }
}
