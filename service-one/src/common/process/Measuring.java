package common.process;

import common.commandline.CommandLine.UsageException;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;
import java.util.function.Function;

/**
 * The part of a command's work that Ctrl-C and SIGTERM interrupt: measuring, but not writing files, which an interrupt
 * would truncate. The main thread works. Once it has begun to measure, the JVM's shutdown thread stops it on a signal,
 * and waits until it has reported its results. Before the first measurement there is nothing to report, and a signal
 * ends the process immediately.
 */
public final class Measuring {
    // states, guarded by this: idle -> measuring -> idle, and stopping at any time
    private final Thread worker = Thread.currentThread();
    private boolean measuring;
    private boolean stopping;
    private Optional<StopHook> hook = Optional.empty();      // used by the main thread alone

    /** The part of the work that an interrupt may stop. */
    public interface Work {
        void run() throws IOException, UsageException, InterruptedException;
    }

    private Measuring() {
    }

    /** Does a command's work on this thread, then ends the JVM with the work's exit code. */
    public static void main(Tool tool, String[] arguments, Function<Measuring, Tool.WorkOnLine> command)
            throws InterruptedException {
        Measuring measuring = new Measuring();
        ExitCode code;
        try {
            code = tool.run(arguments, command.apply(measuring));
        } finally {
            measuring.hook.ifPresent(StopHook::close);
        }
        System.exit(code.code());
    }

    /** Does the work. @return false if the JVM's shutdown stopped it */
    public boolean completes(Work work) throws IOException, UsageException {
        if (hook.isEmpty()) {
            hook = Optional.of(new StopHook(this::stop, () -> { }));
        }
        try {
            begin();
            work.run();
            return true;
        } catch (InterruptedException | ClosedByInterruptException e) {
            return false;
        } finally {
            end();
        }
    }

    private synchronized void begin() throws InterruptedException {
        if (stopping) {
            throw new InterruptedException();
        }
        measuring = true;
    }

    /** Also clears an interrupt that arrived just before the work ended. */
    private synchronized void end() {
        measuring = false;
        Thread.interrupted();
    }

    private synchronized void stop() {
        stopping = true;
        if (measuring) {
            worker.interrupt();
        }
    }
}
