package experiment.report.chart;

import experiment.statistics.Spread;

/**
 * One contender's figure in a chart of one load.
 *
 * @param colour    the class that colours it
 * @param valid     false: drawn hollow
 * @param predicted drawn as a dashed stroke; NaN: none
 */
record Row(String name, String colour, boolean valid, Spread value, double predicted) {
}
