package serviceone.modes;

import common.mode.ServiceThread;
import java.util.function.Consumer;
import serviceone.server.ClientSocket;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;

/** {@code loom}: one thread takes a socket, and starts a virtual thread that serves it, again and again. */
public final class VirtualThreads implements Drain {
    private final Thread drain;

    public VirtualThreads(SocketQueue queue, Consumer<ClientSocket> service) {
        Thread.Builder request = Thread.ofVirtual().name(ServiceThread.VIRTUAL_THREAD.prefix(), 1);
        drain = ServiceThread.DRAIN.platform().unstarted(
                () -> queue.drainTo(socket -> request.start(() -> service.accept(socket))));
    }

    @Override
    public void start() {
        drain.start();
    }

    @Override
    public void stop() throws InterruptedException {
        drain.interrupt();
        drain.join();
    }
}
