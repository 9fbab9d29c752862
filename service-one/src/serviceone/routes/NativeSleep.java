package serviceone.routes;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C library's {@code usleep}, as an example of a native library that blocks: the JDK cannot unmount a virtual
 * thread with a native frame on its stack, so its carrier sleeps, too, and no event reports it (JEP 444, "Scheduling").
 * Without {@code --enable-native-access}, the call prints a warning.
 */
public final class NativeSleep {
    /**
     * A class of its own, so that the function is looked up on first use: that takes a tenth of the start-up time, and
     * few requests need the function.
     */
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

    /** Opens the file with the C library's symbols; nothing else here needs a descriptor. */
    public static void load() {
        address();
    }

    /** Sleeps for this many milliseconds, or less if a signal comes. */
    public static void millis(long millis) {
        try {
            int _ = (int) Function.USLEEP.invokeExact((int) (millis * 1000));      // -1: a signal ended it early
        } catch (Throwable e) {
            throw new IllegalStateException("usleep", e);      // invokeExact declares Throwable
        }
    }
}
