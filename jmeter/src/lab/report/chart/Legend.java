package lab.report.chart;

import module java.base;

/** The meaning of a chart's marks. It is part of the picture, so an SVG file on a slide shows it. */
final class Legend {
    private static final double ROW = 21;
    private static final double LEFT = 12;
    private static final double GAP = 16;
    private static final double MARK = 26;
    /** A generous estimate of a character's mean width in the style "axis". */
    private static final double CHARACTER = 7.8;

    enum Shape { BOX, HATCHED, DOT, LINE, STROKE, INTERVAL }

    private record Entry(Shape shape, String style, String text) {
    }

    private final List<Entry> entries = new ArrayList<>();
    private String remark = "";

    Legend add(boolean used, Shape shape, String style, String text) {
        if (used) {
            entries.add(new Entry(shape, style + " key", text));
        }
        return this;
    }

    Legend remark(boolean applies, String text) {
        remark = applies ? (remark + " " + text).strip() : remark;
        return this;
    }

    double draw(Chart chart, double top) {
        double x = LEFT;
        double y = top + (entries.isEmpty() ? 0 : ROW);
        for (Entry entry : entries) {
            double length = MARK + 6 + CHARACTER * entry.text().length();
            if (x + length > Chart.WIDTH && x > LEFT) {
                x = LEFT;
                y += ROW;
            }
            draw(chart, entry.shape(), entry.style(), x, y);
            chart.text("axis", x + MARK + 6, y + 4.5, "start", entry.text());
            x += length + GAP;
        }
        Pattern line = Pattern.compile("(.{1," + (int) ((Chart.WIDTH - LEFT) / CHARACTER) + "})( +|$)");
        for (String words : line.matcher(remark).results().map(found -> found.group(1)).toList()) {
            y += ROW;
            chart.text("axis", LEFT, y + 4.5, "start", words);
        }
        return y + ROW / 2;
    }

    private static void draw(Chart chart, Shape shape, String style, double x, double y) {
        double middle = x + MARK / 2;
        switch (shape) {
            case BOX -> chart.rect(style, x, y - 6, MARK, 12);
            case HATCHED -> chart.hatched(style, x, y - 6, MARK, 12);
            case DOT -> chart.circle(style, middle, y, 6, "");
            case LINE -> chart.line(style, x, y, x + MARK, y);
            case STROKE -> chart.line(style, middle, y - 9, middle, y + 9);
            case INTERVAL -> chart.interval(style, x, x + MARK, y);
        }
    }
}
