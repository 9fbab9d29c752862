package servicetwo;

import static testing.Assertions.assertEquals;

import common.io.EventLoop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import testing.Await;
import testing.Test;

/** The acceptor where accepting fails; {@link DescriptorsTest} has it fail in earnest. */
class AcceptorTest {
    @Test
    void backsOffAndTriesAgain() throws Exception {
        try (ServerSocketChannel listener = ServerSocketChannel.open();
                EventLoop loop = new EventLoop(Thread.ofPlatform())) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            Acceptor acceptor = new Acceptor(listener,
                    new Connection.Shared(loop, null, null, null, null, null, null, Connection.Limits.STANDARD));
            SelectionKey key = loop.register(listener, SelectionKey.OP_ACCEPT, acceptor);
            acceptor.failed(new IOException("too many open files, says the test"));
            assertEquals(0, key.interestOps(), "it does not ask at once, and again and again");
            loop.start();
            Await.until("it accepts again", () -> key.interestOps() == SelectionKey.OP_ACCEPT);
        }
    }
}
