package lab.report.chart;

import java.util.List;

/** The rows of one load in a chart. @param title names the load; empty where there is but one */
record Group<T>(String title, List<T> rows) {
}
