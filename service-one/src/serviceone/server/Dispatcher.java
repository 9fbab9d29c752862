package serviceone.server;

import java.lang.System.Logger;
import java.util.function.Supplier;
import serviceone.http.Response;
import serviceone.io.FailureLog;
import serviceone.server.SocketQueue.Waiting;

/**
 * Takes sockets from the queue, makes their connections and has them served: where the modes part. {@link #run} is the
 * dispatcher thread's, until that is interrupted; it survives whatever the dispatching of one socket throws.
 */
abstract class Dispatcher implements Runnable {
    private static final Logger LOG = System.getLogger(Dispatcher.class.getName());

    final SocketQueue queue;

    Dispatcher(SocketQueue queue) {
        this.queue = queue;
    }

    @Override
    public final void run() {
        try {
            while (true) {
                dispatchOne();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();      // the server is stopped
        }
    }

    /** Whatever happens to one socket, the next one is dispatched. */
    private void dispatchOne() throws InterruptedException {
        try {
            dispatchOrClose();
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable unloggable) {
            // Even closing the socket has failed, for want of memory; there will be some again.
        }
    }

    private void dispatchOrClose() throws InterruptedException {
        Waiting waiting = null;
        try {
            waiting = queue.take();
            dispatch(waiting);
        } catch (InterruptedException e) {      // the stop refuses what it finds in the queue
            if (waiting != null) {
                queue.giveBack(waiting);
            }
            throw e;
        } catch (RuntimeException | Error e) {      // no memory, or no thread, for this one: there will be for others
            if (waiting != null) {
                waiting.end();
            }
            FailureLog.log(LOG, "a connection could not be served", e);
        } finally {
            queue.served();
        }
    }

    /** Has the socket served. May say {@link SocketQueue#served} early; otherwise that is said when this returns. */
    abstract void dispatch(Waiting waiting) throws InterruptedException;

    /** Adds a route whose answer needs no waiting. To be called before the server is started. */
    abstract void addRoute(String path, Supplier<Response> answer);

    /** How many threads have a connection now; 0 where connections have none of their own. */
    abstract int busyThreads();

    /** Closes the connections that only wait for a request. To be called once the server is draining. */
    abstract void closeIdle();

    /**
     * Has a 503 sent, soon, to those whose requests have been read and of whose answers nothing has been sent, or puts
     * them back into the queue. To be called when nothing is dispatched any more.
     */
    abstract void refuseInFlight() throws InterruptedException;

    /** Ends the threads that serve, whatever they are doing. */
    abstract void stop();
}
