package lab.report;

import common.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import lab.judge.Analysis;
import lab.judge.Point;
import lab.judge.Run.Sample;
import lab.judge.SameWork.WorkDone;

/** Whether the contenders did the same work, as a table of text, first row the head. Stateless. */
final class WorkTable {
    static final String METHOD = """
            Calls, and new connections for them, as service two counted them over the window, divided by the requests \
            that ended in it; the answer's size is that of one request before the load. A contender whose requests \
            are other work than those of most others takes part in no ratio. Where requests fail, they make fewer \
            calls: then only what cannot be explained by that counts as other work. Not compared are connections \
            between JMeter and a contender: to end them is part of how a pool shares its threads.""";

    private WorkTable() {
    }

    /** Nothing but the head where nothing is known. */
    static List<List<String>> of(Analysis analysis) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("contender", "load", "calls per request", "new connections per request", "bytes of an answer",
                "which calls, and whether that is the same work"));
        analysis.points().stream().filter(point -> point.work().isKnown() || point.work().sample().isPresent())
                .forEach(point -> rows.add(row(analysis, point)));
        return rows;
    }

    private static List<String> row(Analysis analysis, Point point) {
        WorkDone work = point.work();
        return List.of(point.contender(), Tables.where(analysis, point.load()), Numbers.text(work.calls()),
                Numbers.text(work.connections()),
                work.sample().map(sample -> Numbers.text(sample.bytes())).orElse(Numbers.UNKNOWN), remark(point));
    }

    private static String remark(Point point) {
        String routes = point.work().isKnown() ? point.work().byRoute() : "";
        String calls = routes.isEmpty() ? "none" : routes;
        Optional<String> other = point.otherWork();
        Optional<Sample> answer = point.work().sample().filter(sample -> point.saysOther());
        return calls + (other.isPresent() ? "; ✗ other work" : "; ✓")
                + answer.map(sample -> "; answers otherwise: " + shortened(sample.body())).orElse("");
    }

    private static String shortened(String body) {
        int most = 60;
        return body.length() <= most ? body : body.substring(0, most) + "…";
    }
}
