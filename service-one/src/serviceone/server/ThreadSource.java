package serviceone.server;

/**
 * Where {@code pool} and {@code loom} find a thread for a socket: all in which they differ. Called by the dispatcher's
 * thread, but for {@link #areShort} and {@link #areLimited} (any thread) and {@link #stop}.
 */
interface ThreadSource {
    /**
     * Waits until there is a thread for the next task.
     *
     * @param since when the socket that it is for was put into the queue, as {@link System#nanoTime}
     */
    void await(long since) throws InterruptedException;

    /** Runs the task on the thread that {@link #await} has found; it is free again afterwards, even if this throws. */
    void run(Runnable task);

    /** Whether more sockets wait than there are free threads. */
    boolean areShort();

    /** Whether they can be short at all. */
    boolean areLimited();

    /** Interrupts all of them: what they wait for is over. */
    void stop();
}
