package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Spread;

/** What the JVM and the machine did beside the requests, by contender: a section of its own. Stateless. */
final class MachineTable {
    private static final String METHOD = """
            Medians of the repetitions, in brackets the least and the greatest. Compiler and collector: CPU time of \
            their threads, by the kernel's account. Waited: the share of the window in which a compiler thread was \
            ready and had no core, of that thread which waited longest, in the half in which it waited less. Queued: \
            methods that waited for the compiler right after the window. Throttled: the share of the periods in which \
            a limit on CPU time (cgroup) stopped the programs. Pressure: the share of the window in which some program \
            of the machine waited for a core, or for memory. JMeter is one of them, and yields to all others, so a \
            high pressure on the cores is usual and breaks no rule. Stolen: the part of the CPU time that was wanted \
            and given to others by the hypervisor. Round trip: CPU time to send a byte over loopback to another thread \
            and to get it back, just before the run.""";

    /** Many columns: a cell may become two lines, but not in the middle of its brackets. */
    private static final String UNBROKEN_DASH = "\u2060–\u2060";

    private MachineTable() {
    }

    static String section(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        for (Point point : analysis.points()) {
            rows.add(Stream.concat(Stream.of(point.contender(), Tables.where(analysis, point.load())),
                    MachineFigure.ALL.stream().map(figure -> cell(point, figure))).toList());
        }
        List<String> head = Stream.concat(Stream.of("contender", "load"),
                MachineFigure.ALL.stream().map(MachineFigure::title)).toList();
        return Html.section("What the compiler and the machine did", Html.table("figures-table many", head, rows)
                + Html.paragraph(METHOD));
    }

    private static String cell(Point point, MachineFigure figure) {
        Spread spread = Spread.of(point.shown().stream().mapToDouble(run -> figure.of(run.measured())).toArray());
        return spread.isKnown() ? spread.text().replace("–", UNBROKEN_DASH) : Numbers.UNKNOWN;
    }
}
