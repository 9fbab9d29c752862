package classroom.vote;

import classroom.http.PageServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * The room's listener: a port of its own for the phones, from which no way leads to the one that starts programs. Its
 * threads are platform threads, because the tools' virtual threads may all be held by pipes of the programs that they
 * measure. A phone that waits for the next question holds one, and so does a slow sender; so there is one for each
 * connection that the gate in front lets through.
 */
public final class VoteServer implements AutoCloseable {
    private final Voters voters = new Voters();
    private final InetAddress bind;
    private final Gate gate;
    private final PageServer server;

    /**
     * @param bind where to listen; an address of all interfaces, like 0.0.0.0, is one
     * @param port 0 for any free one
     * @throws IOException if the port cannot be had
     */
    public VoteServer(InetAddress bind, int port, Ballot ballot) throws IOException {
        this(bind, port, ballot, System::nanoTime);
    }

    VoteServer(InetAddress bind, int port, Ballot ballot, LongSupplier nanoTime) throws IOException {
        this.bind = bind;
        gate = new Gate(new InetSocketAddress(bind, port));
        server = new PageServer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("vote-", 1).factory()),
                new VoteHandler(ballot, voters, gate::network, nanoTime));
        gate.openTo(server.address());
    }

    /** What the voters enter to join. */
    public String code() {
        return voters.code();
    }

    /** Where the page is, as the room most likely reaches it. */
    public URI address() {
        return RoomAddresses.page(RoomAddresses.of(bind).getFirst(), gate.port());
    }

    @Override
    public void close() {
        gate.close();
        server.close();
    }
}
