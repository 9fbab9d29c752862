package process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A program that must not outlive this JVM. Used by the thread that starts it, and by the JVM's shutdown thread. */
public final class JvmChild {
    private JvmChild() {
    }

    /** Runs a program to its end and returns its exit code; ends it if this thread is interrupted or the JVM shut down. */
    public static int run(ProcessBuilder builder) throws IOException, InterruptedException {
        Process process = builder.start();
        Thread end = new Thread(process::destroy, "end " + process.pid());
        Runtime.getRuntime().addShutdownHook(end);
        try {
            return process.waitFor();
        } finally {
            process.destroy();
            removeHook(end);
        }
    }

    /**
     * The same program, deaf to the Ctrl-C that a terminal sends to every process in it: whoever starts it ends it. A
     * signal that is ignored when a JVM starts stays ignored, and a shell can pass that on.
     */
    public static ProcessBuilder ignoringInterrupt(ProcessBuilder builder) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
        command.addAll(builder.command());
        return builder.command(command);
    }

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down: the hook runs or has run, and that is what it is for.
            return;
        }
    }
}
