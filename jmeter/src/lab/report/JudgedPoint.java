package lab.report;

import lab.define.Load;
import lab.judge.Metric;
import lab.judge.Point;
import lab.judge.Validity;

/**
 * What the report says of a point's worth, for programs that read results.json. It is for them alone: the report itself
 * judges anew whenever it is written.
 *
 * @param cpuTime what its figures of CPU time are worth
 * @param remark  why it is not wholly valid, or what kept it from its prediction
 */
public record JudgedPoint(String contender, Load load, Validity validity, Validity cpuTime, String remark) {
    static JudgedPoint of(Point point) {
        return new JudgedPoint(point.contender(), point.load(), point.validity(),
                point.validity(Metric.CPU_PER_REQUEST), Remarks.of(point));
    }
}
