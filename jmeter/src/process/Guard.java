package process;

import module java.base;

/**
 * Runs a foreign command for one of this project's programs. When the guard's standard input ends, the guard ends the
 * command and everything that the command has started. The input ends even if SIGKILL kills the program.
 */
public final class Guard {
    private static final long GRACE_MILLIS = Long.getLong("guard.grace.millis", 3_000);
    private static final int CANNOT_START = 127;      // a shell's exit code

    private Guard() {
    }

    public static void main(String[] command) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(Guard::endAll, "end"));
        Thread.ofPlatform().daemon().name("input").start(Guard::exitAtEndOfInput);
        System.exit(run(command));
    }

    static int run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            process.getOutputStream().close();
            return process.waitFor();
        } catch (IOException e) {
            System.err.println(e.getMessage());
            return CANNOT_START;
        }
    }

    private static void exitAtEndOfInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("guard: standard input: " + e.getMessage());
        }
        System.exit(0);
    }

    private static void endAll() {
        List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
        all.forEach(ProcessHandle::destroy);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(GRACE_MILLIS);
        for (ProcessHandle process : all) {
            try {
                process.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                // the last statement kills it and its new children
            }
        }
        Stream.concat(all.stream(), ProcessHandle.current().descendants()).forEach(ProcessHandle::destroyForcibly);
    }
}
