package common.io;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** Closes what nobody needs any more, and ignores failures. */
public final class Quietly {
    private Quietly() {
    }

    /** @param unused may be null */
    public static void close(Closeable unused) {
        try {
            if (unused != null) {
                unused.close();
            }
        } catch (IOException e) {
            // nobody needs it any more
        }
    }

    /** Any thread. After an ordinary close, the kernel would keep unsent bytes for minutes. */
    public static void resetOnClose(SocketChannel channel) {
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException e) {
            // the channel is closed
        }
    }
}
