package classroom.vote;

import classroom.http.Limits;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * The room's listener: a port of its own for the phones, from which no way leads to the one that starts programs. Owns
 * its threads: platform threads, because the tools' virtual threads may all be held by pipes of the programs that they
 * measure. A phone that waits for the next question holds one, and so does a slow sender; so there is one for each
 * connection that the gate in front lets through.
 */
public final class VoteServer implements AutoCloseable {
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("vote-", 1).factory());
    private final RoomCode code = RoomCode.random(new SecureRandom());
    private final InetAddress bind;
    private final Gate gate;
    private final HttpServer server;

    /**
     * @param bind where to listen; an address of all interfaces, like 0.0.0.0, is one
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public VoteServer(InetAddress bind, int port, Ballot ballot) throws IOException {
        this(bind, port, ballot, System::nanoTime);
    }

    VoteServer(InetAddress bind, int port, Ballot ballot, LongSupplier nanoTime) throws IOException {
        Limits.set();
        this.bind = bind;
        gate = new Gate(new InetSocketAddress(bind, port));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), Limits.CONNECTIONS);
        server.setExecutor(threads);
        server.createContext("/", new VoteHandler(ballot, code, gate::network, nanoTime));
        server.start();
        gate.openTo(server.getAddress());
    }

    /** What the voters enter to join. */
    public String code() {
        return code.text();
    }

    /** Where the page is, as the room most likely reaches it. */
    public URI address() {
        return addresses().getFirst();
    }

    /** Where the page is, the most likely address first. */
    public List<URI> addresses() {
        return RoomAddresses.of(bind).stream().map(address -> RoomAddresses.page(address, gate.port())).toList();
    }

    @Override
    public void close() {
        gate.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
