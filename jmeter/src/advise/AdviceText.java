package advise;

import common.text.Prose;
import java.util.ArrayList;
import java.util.List;

/** An advice in words, with the arithmetic line by line. Stateless. */
final class AdviceText {
    private static final String INDENT = "  ";

    private AdviceText() {
    }

    /** @param remarks on the figures: what was assumed, and what to doubt */
    static String of(Advice advice, List<String> remarks) {
        Figures figures = advice.figures();
        List<String> lines = new ArrayList<>(Prose.lines("", Verdict.of(advice)));
        lines.add("");
        lines.addAll(Prose.lines("", asked(figures)));
        remarks.forEach(remark -> lines.addAll(Prose.lines("", remark)));
        section(lines, "What each lets through: how many there are / how long a request keeps one", bounds(advice));
        lines.add("");
        lines.addAll(Prose.lines("", "Today: " + today(advice)));
        section(lines, "The pool that it takes: in flight = rate × latency", PoolSize.lines(advice));
        section(lines, figures.hasPool() ? "Virtual threads:" : "What that means:", Change.lines(advice));
        lines.add("");
        lines.add("See it: ./run.sh compare " + advice.kind().experiment() + " (" + advice.kind().shows() + ")");
        return String.join("\n", lines) + "\n";
    }

    private static void section(List<String> lines, String heading, List<String> content) {
        lines.add("");
        lines.add(heading);
        content.forEach(each -> lines.addAll(Prose.lines(INDENT, each)));
    }

    private static String asked(Figures figures) {
        return "Of " + Quantity.perSecond(figures.rate()) + ", each " + Durations.text(figures.latency())
                + (figures.isClosed() ? ": so often would " + Quantity.text(figures.users())
                + " users ask who wait for their answers, if nothing else kept them waiting." : " without any queue.");
    }

    private static List<String> bounds(Advice advice) {
        double rate = advice.figures().rate();
        List<String> lines = new ArrayList<>();
        advice.today().forEach(bound -> lines.add(bound.arithmetic() + ", " + Quantity.percent(bound.used(rate))
                + " used by " + Quantity.perSecond(rate)));
        advice.virtual().stream().filter(bound -> !advice.today().contains(bound)).forEach(bound -> lines.add(
                bound.arithmetic() + ", " + Quantity.percent(bound.used(rate)) + " used; for virtual threads only"));
        return lines.isEmpty() ? List.of("nothing that is known") : lines;
    }

    private static String today(Advice advice) {
        Figures figures = advice.figures();
        if (advice.today().isEmpty()) {
            return "nothing that is known limits it.";
        }
        Bound narrowest = advice.today().getFirst();
        if (narrowest.isBelow(figures.rate())) {
            return "the " + narrowest.what().several() + " limit it, at " + Quantity.perSecond(narrowest.most()) + ". "
                    + tooMuch(figures, narrowest);
        }
        double wait = narrowest.meanWait(figures.rate());
        String queue = Double.isInfinite(wait) ? "those who come by chance queue without end"
                : "a request waits " + Durations.text(wait) + " on average for a " + narrowest.what().one()
                + ", where they come by chance";
        if (narrowest.isFull(figures.rate())) {
            return "the " + narrowest.what().several() + " are full. What is full answers just so many, however many "
                    + "more ask. " + (figures.isClosed() ? "" : "If " + Quantity.perSecond(figures.rate())
                    + " is what arrives, " + queue + ".");
        }
        return "nothing limits it" + (narrowest.keepsWaiting(figures) ? "; but " + queue + "." : ".");
    }

    private static String tooMuch(Figures figures, Bound narrowest) {
        return figures.isClosed() ? Quantity.text(figures.users()) + " users / "
                + Quantity.perSecond(narrowest.most()) + " = " + Durations.text(figures.users() / narrowest.most())
                + " for an answer."
                : Quantity.perSecond(figures.rate() - narrowest.most()) + " more arrive than are answered, so a queue "
                + "grows, and with it everybody's latency, for as long as that lasts.";
    }
}
