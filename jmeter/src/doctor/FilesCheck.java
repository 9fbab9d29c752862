package doctor;

import java.nio.file.Path;
import java.util.Locale;
import lab.run.FileLimit;
import lab.run.Kernel;

/**
 * How many files and sockets a program may have open. Immutable.
 *
 * @param soft the limit that holds until a program raises it; -1 where not known
 * @param hard the limit up to which each program may raise its own, as every JVM does; -1 where not known
 */
record FilesCheck(long soft, long hard) {
    /** The largest load that people ask about. */
    private static final long MOST_CONNECTIONS = 5_000;
    /** The story has as many users. */
    private static final long FEWEST_CONNECTIONS = 1_000;

    /** The soft limit is the terminal's, this JVM's parent since run.sh has become it: a JVM has raised its own. */
    static FilesCheck look() {
        long soft = ProcessHandle.current().parent().map(terminal -> softLimit(terminal.pid())).orElse(-1L);
        return new FilesCheck(soft, FileLimit.descriptors());
    }

    private static long softLimit(long pid) {
        return Kernel.lines(Path.of("/proc/" + pid + "/limits")).stream()
                .filter(line -> line.startsWith("Max open files")).map(line -> line.split(" {2,}")[1])
                .filter(word -> word.matches("\\d+")).mapToLong(Long::parseLong).findFirst().orElse(-1);
    }

    Finding finding() {
        if (hard < 0) {
            return Finding.note("files", "how many may be open is not known here (ulimit -Hn tells)");
        }
        long connections = FileLimit.connections(hard);
        String what = String.format(Locale.ROOT, "%s%,d may be open at once (ulimit -Hn), two for each connection: "
                + "room for %,d connections", soft < 0 || soft == hard ? "" : String.format(Locale.ROOT,
                "%,d at first (ulimit -Sn), which every JVM raises by itself; ", soft), hard, connections);
        if (connections >= MOST_CONNECTIONS) {
            return Finding.ok("files", what);
        }
        String raise = "raise the hard limit to 22,000 for service one's whole 10,000 connections: as root in "
                + "/etc/security/limits.conf, or LimitNOFILE of the unit or container that this runs in";
        return connections >= FEWEST_CONNECTIONS ? Finding.note("files", what + "; loads of more users are left out",
                raise) : Finding.note("files", what + ": too few for the 1,000 users of the story", raise);
    }
}
