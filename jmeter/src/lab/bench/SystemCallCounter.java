package lab.bench;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Path;

/** A program that counts another one's system calls. Owns its process while it counts; used by the runner's thread. */
interface SystemCallCounter extends AutoCloseable {
    /** Such as strace. */
    String name();

    /**
     * Returns when it counts.
     *
     * @param seconds for how long it will be wanted, about
     * @param folder  for what it writes
     * @throws ProgramFailure where it may not, saying why
     */
    void start(long pid, int seconds, Path folder) throws IOException, InterruptedException;

    /** Ends it. */
    SystemCalls stop() throws IOException, InterruptedException;

    /** Ends it, if it still runs. */
    @Override
    void close() throws IOException;
}
