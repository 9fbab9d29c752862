package process;

import module java.base;

/**
 * Runs a foreign command for one of this project's programs. When the guard's standard input ends, the guard ends the
 * command and everything that the command has started. The input ends even if SIGKILL kills the program.
 */
public final class Guard {
    static final long GRACE_MILLIS = Long.getLong("guard.grace.millis", 3_000);
    private static final int CANNOT_START = 127;      // a shell's exit code

    private static final int PR_SET_CHILD_SUBREAPER = 36;
    private static final int MOST_ROUNDS = 200;
    /** What the guard says when the command ends before its own programs. */
    public static final String LEFT = "guard: the command has left programs running";

    private Guard() {
    }

    public static void main(String[] command) throws InterruptedException {
        adoptOrphans();
        Runtime.getRuntime().addShutdownHook(new Thread(Guard::endAll, "end"));
        Thread.ofPlatform().daemon().name("input").start(Guard::exitAtEndOfInput);
        int code = run(command);
        if (!left().isEmpty()) {
            System.err.println(LEFT);
        }
        System.exit(code);
    }

    static int run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command).inheritIO()
                    .redirectInput(ProcessBuilder.Redirect.PIPE).start();
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
        List<ProcessHandle> all = left();
        all.forEach(ProcessHandle::destroy);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, GRACE_MILLIS, TimeUnit.MILLISECONDS).join();
        kill(Guard::left);
    }

    /** Again and again, because they may start others. */
    public static void kill(Supplier<List<ProcessHandle>> programs) {
        List<ProcessHandle> left = programs.get();
        for (int round = 0; round < MOST_ROUNDS && !left.isEmpty(); round++) {
            left.forEach(ProcessHandle::destroyForcibly);
            left = programs.get();
        }
    }

    /** This process's descendants. One that has ended, and whose exit code nobody reads, has no command. */
    private static List<ProcessHandle> left() {
        return ProcessHandle.current().descendants()
                .filter(each -> each.info().command().isPresent()).toList();
    }

    /**
     * Linux makes a "child subreaper" the parent of all descendants whose own parents have ended (prctl(2)). So
     * programs that leave their session and lose their parent remain descendants of this process.
     */
    @SuppressWarnings("restricted")
    public static void adoptOrphans() {
        Linker linker = Linker.nativeLinker();
        linker.defaultLookup().find("prctl").ifPresent(address -> {      // only Linux has it
            try {
                linker.downcallHandle(address, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                        Linker.Option.firstVariadicArg(1)).invokeExact(PR_SET_CHILD_SUBREAPER, 1L);
            } catch (Throwable e) {
                throw new IllegalStateException("prctl", e);
            }
        });
    }
}
