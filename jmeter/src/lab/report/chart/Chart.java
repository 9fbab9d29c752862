package lab.report.chart;

/**
 * A picture and its words.
 *
 * @param title  what is shown, with the unit
 * @param file   the name of its SVG file
 * @param inside the picture with its legend, without the svg element
 */
public record Chart(String title, String file, double width, double height, String inside) {
    private static final double HEAD = 44;

    /** The picture that was drawn down to a height, and below it its legend. */
    static Chart of(String title, String file, double width, double height, Svg svg, Legend legend) {
        double whole = legend.draw(svg, height, width);
        return new Chart(title, file, width, whole, svg.toString());
    }

    /** For a page that has the style sheet: no title, for that stands in the caption. */
    public String inline() {
        return "<svg viewBox=\"0 0 " + width + " " + height + "\" role=\"img\" aria-label=\"" + Svg.escape(title)
                + "\">\n" + inside + "</svg>\n";
    }

    /** A file of its own, for slides. */
    public String standalone() {
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$s %2$s" width="%1$s" height="%2$s">
                <style>
                %3$s</style>
                <rect class="paper" width="100%%" height="100%%"/>
                <text class="head" x="8" y="26">%4$s</text>
                <g transform="translate(0 %5$s)">
                %6$s</g>
                </svg>
                """.formatted(width, height + HEAD, Style.sheet("svg"), Svg.escape(title), HEAD, inside);
    }
}
