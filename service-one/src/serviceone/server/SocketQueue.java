package serviceone.server;

import java.net.Socket;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The sockets between the acceptor, which puts them in, and the dispatcher, which takes them out. Any thread may ask how
 * many wait; the queue's own locks hand over what was written to a socket's connection before it was put in.
 */
final class SocketQueue {
    private final LinkedBlockingQueue<Socket> sockets;
    private final int limit;
    private volatile int held;      // written by the dispatcher alone

    /** @param limit sockets that may wait
     *  @param capacity more than can ever be open: a socket that comes back must find room even when the queue is full */
    SocketQueue(int limit, int capacity) {
        this.limit = limit;
        this.sockets = new LinkedBlockingQueue<>(capacity);
    }

    /** Puts a new socket in; false if the queue is full. */
    boolean offer(Socket socket) {
        return waiting() < limit && sockets.offer(socket);
    }

    /** Puts a socket in that has been served before and is to be served again. */
    void putBack(Socket socket) {
        sockets.add(socket);
    }

    /** Waits for a socket, takes it out, and holds it: it counts as waiting until {@link #served}. */
    Socket take() throws InterruptedException {
        Socket socket = sockets.take();
        held = 1;
        return socket;
    }

    /** The socket taken last is being served. */
    void served() {
        held = 0;
    }

    int waiting() {
        return sockets.size() + held;
    }
}
