package lab.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import lab.judge.Analysis;
import lab.judge.Run.Elsewhere;
import lab.judge.Run.Measurement;
import lab.judge.Run.RemoteGenerator;
import lab.judge.Run;

/** What the report says of programs that did not run on service one's machine. Stateless. */
final class OtherMachines {
    private static final String SERVICE_TWO = """
            Service two ran on another machine: its CPU time is what it told of itself, and no part of what this \
            machine's cores did. What it opens and holds there is not known here.""";
    private static final String CLOCKS = """
            How windows are aligned: JMeter stamps a sample by the clock of the machine that made it, and no clock but \
            this machine's counts here. Before each run each generator was asked eight times for its clock. The \
            quickest question counts: the answer was given between question and answer, so the middle is wrong by half \
            the time between them at most. All samples of that generator were moved by the difference, and only then \
            put into the window. It was asked again each second; what the clocks have surely drifted apart is part of \
            the error.""";
    private static final String CPU = """
            A generator's CPU time is what it told of itself; JMeter in the other tables and charts is the one on this \
            machine, which gives the orders and gets the samples. Whether the users were all there is checked by \
            Little's law, from what was answered.""";

    private OtherMachines() {
    }

    /** Empty where all ran on one machine. */
    static String section(Analysis analysis) {
        List<Measurement> measured = analysis.results().runs().stream().filter(Run::isMeasured).map(Run::measured)
                .filter(each -> !each.elsewhere().isNothing()).toList();
        boolean serviceTwo = measured.stream().map(Measurement::elsewhere).anyMatch(Elsewhere::serviceTwo);
        List<List<String>> rows = generators(measured);
        return Html.section("Other machines", (rows.isEmpty() ? "" : Html.table("figures-table",
                List.of("load made by", "cores", "JMeter's share of them, at most", "clock ahead, ms",
                        "known to, ms"), rows) + Html.paragraph(CLOCKS) + Html.paragraph(CPU))
                + (serviceTwo ? Html.paragraph(SERVICE_TWO) : ""));
    }

    /** A row for each generator, over all runs. */
    private static List<List<String>> generators(List<Measurement> measured) {
        List<String> addresses = measured.stream().flatMap(each -> each.elsewhere().generators().stream())
                .map(RemoteGenerator::address).distinct().toList();
        List<List<String>> rows = new ArrayList<>();
        for (String address : addresses) {
            rows.add(row(address, measured));
        }
        return rows;
    }

    private static List<String> row(String address, List<Measurement> measured) {
        List<RemoteGenerator> all = measured.stream().flatMap(each -> each.elsewhere().generators().stream())
                .filter(each -> each.address().equals(address)).toList();
        double share = measured.stream().flatMapToDouble(each -> each.elsewhere().generators().stream()
                .filter(generator -> generator.address().equals(address))
                .mapToDouble(generator -> generator.share(each.seconds()))).reduce(Math::max).orElseThrow();
        DoubleSummaryStatistics ahead = all.stream().collect(Collectors.summarizingDouble(RemoteGenerator::clockAhead));
        double error = all.stream().mapToDouble(RemoteGenerator::clockError).max().orElseThrow();
        return List.of(address, "" + all.getFirst().cores(), Double.isNaN(share) ? "not known"
                : String.format(Locale.ROOT, "%.0f %%", 100 * share),
                String.format(Locale.ROOT, "%,.1f to %,.1f", ahead.getMin(), ahead.getMax()),
                String.format(Locale.ROOT, "%,.1f", error));
    }
}
