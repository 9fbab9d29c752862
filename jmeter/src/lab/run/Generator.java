package lab.run;

import common.process.Child;
import java.io.IOException;
import java.util.List;
import lab.judge.Run.RemoteGenerator;

/** What makes the load of one run. Closing it ends the load, and then its samples are all in the JTL. */
public interface Generator extends AutoCloseable {
    /** JMeter on this machine: it makes the load, or tells others to. */
    Child process();

    /** By how many milliseconds samples may come later than they were made. */
    long lateMillis();

    /** The other machines, with what they did between two moments; none where the load is made here. */
    List<RemoteGenerator> machines(long from, long to);

    @Override
    void close() throws IOException;
}
