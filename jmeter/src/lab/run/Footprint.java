package lab.run;

import common.process.Child;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * What all processes of a program hold at one moment; -1 where this machine doesn't tell.
 *
 * @param rss       bytes of resident memory
 * @param fileLimit the limit of the process that has the most
 */
public record Footprint(long rss, long threads, long files, long fileLimit) {
    /** Of a program on another machine. */
    public static final Footprint UNKNOWN = new Footprint(-1, -1, -1, -1);

    public static Footprint of(Child program) {
        List<ProcessHandle> processes = program.processes();
        long[] rss = known(processes, Kernel::rss);
        long[] threads = known(processes, Kernel::threads);
        return new Footprint(rss.length == 0 ? -1 : LongStream.of(rss).sum(),
                threads.length == 0 ? -1 : LongStream.of(threads).sum(),
                LongStream.of(known(processes, Kernel::openFiles)).max().orElse(-1),
                LongStream.of(known(processes, Kernel::fileLimit)).max().orElse(-1));
    }

    private static long[] known(List<ProcessHandle> processes, LongUnaryOperator value) {
        return processes.stream().mapToLong(process -> value.applyAsLong(process.pid())).filter(known -> known >= 0)
                .toArray();
    }
}
