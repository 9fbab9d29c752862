package jmeter;

import java.io.IOException;

/** A program that must not outlive this JVM. Used by the thread that starts it, and by the JVM's shutdown thread. */
final class Child {
    private Child() {
    }

    /** Runs a program to its end and returns its exit code; ends it if this thread is interrupted or the JVM shut down. */
    static int run(ProcessBuilder builder) throws IOException, InterruptedException {
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

    private static void removeHook(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is shutting down: the hook runs or has run, and that is what it is for.
            return;
        }
    }
}
