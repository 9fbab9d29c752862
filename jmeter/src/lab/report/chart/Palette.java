package lab.report.chart;

import common.mode.Mode;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import lab.define.Contender;

/**
 * One colour for each contender in all charts, and the charts' style sheet. Colour-blind readers can tell the colours
 * apart (M. Okabe and K. Ito, "Color Universal Design", 2008). Text has a contrast of at least 4.5 : 1
 * (WCAG 2.1, 1.4.3).
 */
public final class Palette {
    private static final int COLOURS = 10;
    /** A mode's first contender has the same colour in every report. */
    private static final Set<Integer> MODE_COLOURS = Stream.of(Mode.values()).map(mode -> mode.display().colour())
            .collect(Collectors.toSet());

    private static final String LIGHT = """
            color-scheme: light;
            --paper: #ffffff; --ink: #16191c; --muted: #565e66; --rule: #d9dde1; --shade: #e9edf0; --other: #8f99a3;
              --other2: #c0c7ce;
            --good: #1b7a3d; --care: #7d6200; --bad: #b3261e;
            --c0: #0a62ae; --c1: #b04a00; --c2: #0f7a4f; --c3: #7a3fa8; --c4: #b8256f; --c5: #0b7285; --c6: #7d6200;
              --c7: #4c5560; --c8: #8f3b2e; --c9: #3f5fd0;
            """;
    private static final String DARK = """
            color-scheme: dark;
            --paper: #121518; --ink: #eef1f4; --muted: #a9b2bb; --rule: #363d44; --shade: #262c33; --other: #848d97;
              --other2: #4f5860;
            --good: #6fd58f; --care: #e2c14a; --bad: #ff8f85;
            --c0: #6cb4f5; --c1: #ff9d57; --c2: #5ed3a0; --c3: #cba2f2; --c4: #ff8fbf; --c5: #5ccfe0; --c6: #e2c14a;
              --c7: #c0c8d0; --c8: #f0a596; --c9: #9db2ff;
            """;
    private static final String MARKS = """
            text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
              fill: var(--ink); font-variant-numeric: tabular-nums; }
            .head { font-size: 18px; font-weight: 650; }
            .axis { fill: var(--muted); font-size: 13px; }
            .small { fill: var(--muted); font-size: 12.5px; }
            .group, .value { font-weight: 650; }
            .label { fill: var(--c); font-weight: 650; }
            .paper { fill: var(--paper); }
            .grid { stroke: var(--rule); }
            .base { stroke: var(--muted); }
            .shade { fill: var(--shade); stroke: var(--muted); stroke-width: .75; }
            .curve, .tail, .theory { stroke: var(--c); stroke-width: 1.75; fill: none; }
            .curve { stroke-width: 2.5; stroke-linejoin: round; }
            .tail { stroke-dasharray: 1.5 3; }
            .theory { stroke-dasharray: 5 4; opacity: .85; }
            .target { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 4 3; }
            .spread { stroke: var(--c); stroke-width: 1.5; }
            .whisker, .interval { stroke: var(--ink); stroke-width: 1.75; }
            .range { stroke: var(--c); stroke-width: 5; stroke-linecap: round; opacity: .4; }
            .bar { fill: var(--c); }
            .mark { fill: var(--c); stroke: var(--paper); stroke-width: 1.5; }
            .care { fill: var(--c); fill-opacity: .3; stroke: var(--c); stroke-width: 2; }
            .hollow { fill: var(--paper); stroke: var(--c); stroke-width: 2; }
            rect.hollow { stroke-dasharray: 2 2; }
            .other { fill: var(--other); }
            .other2 { fill: var(--other2); }
            .key { --c: var(--muted); }
            """;

    private final Map<String, Integer> indexes = new HashMap<>();

    public Palette(List<Contender> contenders) {
        for (Contender contender : contenders) {
            if (contender.isServiceOne(mode -> !indexes.containsValue(mode.display().colour()))) {
                indexes.put(contender.name(), contender.serviceMode().display().colour());
            }
        }
        contenders.forEach(contender -> indexes.computeIfAbsent(contender.name(), name -> next()));
    }

    /** The modes' colours come last. When all are taken, colours repeat. */
    private int next() {
        return IntStream.range(0, COLOURS).boxed().sorted(Comparator.comparing(MODE_COLOURS::contains))
                .filter(index -> !indexes.containsValue(index)).findFirst().orElse(indexes.size() % COLOURS);
    }

    public String css(String contender) {
        return "c" + indexes.get(contender);
    }

    /** @param root {@code svg} in an SVG file, {@code :root} in a page */
    public static String sheet(String root) {
        return root + " {\n" + LIGHT + "}\n@media (prefers-color-scheme: dark) { " + root + " {\n" + DARK
                + "} }\n@media print { " + root + " {\n" + LIGHT + "} }\n" + MARKS + IntStream.range(0, COLOURS)
                .mapToObj(i -> ".c" + i + " { --c: var(--c" + i + "); }\n").collect(Collectors.joining());
    }
}
