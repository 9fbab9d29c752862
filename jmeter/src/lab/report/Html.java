package lab.report;

import module java.base;
import lab.report.chart.Chart;

final class Html {
    static String each(String element, List<String> texts) {
        return texts.stream().map(text -> "<" + element + ">" + Chart.escape(text) + "</" + element + ">\n")
                .collect(Collectors.joining());
    }

    static String rows(List<List<String>> rows) {
        return rows.stream().map(row -> row.stream().map(cell -> "<td>" + Chart.escape(cell) + "</td>")
                .collect(Collectors.joining("", "<tr>", "</tr>\n"))).collect(Collectors.joining());
    }
}
