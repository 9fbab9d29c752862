package serviceone.soak;

import java.io.IOException;
import java.util.Random;

/** A kind of client: what it does to service one again and again. Many threads at once do it, so it keeps nothing. */
public interface Client {
    /** Comes, does what it does, and leaves; within seconds. An exception is service one's way to be rid of it. */
    void visit(int port, Random random) throws IOException, InterruptedException;
}
