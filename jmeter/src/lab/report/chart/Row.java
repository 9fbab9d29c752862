package lab.report.chart;

import lab.judge.Spread;
import lab.judge.Validity;

/**
 * One contender's figure in a chart of bars.
 *
 * @param colour    the class that colours it
 * @param predicted drawn as a dashed stroke; NaN: none
 * @param unknown   what stands in the place of a value that is not known
 */
record Row(String name, String colour, Validity validity, Spread value, double predicted, String unknown) {
}
