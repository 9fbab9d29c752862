package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import experiment.Load;
import experiment.Results;
import experiment.Run;
import lab.Recorded;
import lab.judge.Analysis;
import lab.report.Report;
import lab.run.Samples.Edges;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class RecordedTest extends TemporaryFolder {
    @Test
    @Slow("reads the samples of ten experiments")
    void theSameSamplesGiveTheSameFigures() throws Exception {
        for (Path recorded : Recorded.all()) {
            Results results = Recorded.results(recorded);
            int compared = 0;
            Map<List<Object>, Integer> attempts = new HashMap<>();
            for (Run run : results.runs()) {
                int attempt = attempts.merge(List.of(run.contender(), run.load(), run.repetition()), 1, Integer::sum);
                Slot slot = Slot.all(results.experiment(), Policy.CLASS).stream()
                        .filter(each -> each.contender().name().equals(run.contender())
                                && each.load().equals(run.load()) && each.repetition() == run.repetition())
                        .findFirst().orElseThrow();
                String files = recorded.resolve("jtl").resolve(slot.fileName(attempt)).toString();
                Path edges = Path.of(files + ".edges");
                if (run.isMeasured() && Files.exists(edges)) {
                    long[] window = Stream.of(Files.readString(edges).split(" ")).mapToLong(Long::parseLong).toArray();
                    for (Run each : run.loads().toList()) {
                        compare(slot, each, window, each == run, files);
                    }
                    compared++;
                }
            }
            assertTrue(compared > 0, recorded + " has no samples");
        }
    }

    private static void compare(Slot slot, Run run, long[] window, boolean isFirst, String files) throws IOException {
        Path jtl = Path.of(files + ".jtl.gz");
        Load load = isFirst ? slot.load() : slot.experiment().beside().orElseThrow();
        Samples samples = Samples.read(jtl, load, SecondLoad.requests(slot.experiment(), !isFirst),
                load.isOpen() ? Optional.of(slot.arrivals(load)) : Optional.empty());
        Edges edges = samples.edges(window[0], window[1], run.predicted());
        double deadline = slot.experiment().claims().deadline().orElse(Double.NaN);
        assertEquals(run.measured().requests(), samples.requests(edges, deadline), jtl.toString());
        assertEquals(run.measured().seconds(), (edges.to() - edges.from()) / 1e3, jtl.toString());
    }

    @Test
    @Slow("writes ten reports")
    void theSameResultsAreJudgedAndWordedInTheSameWay() throws Exception {
        for (Path recorded : Recorded.all()) {
            Path written = Files.createDirectories(folder.resolve(recorded.getFileName()));
            Analysis analysis = Analysis.of(Recorded.results(recorded));
            String terminal = Report.write(analysis, written).replace(written.toString(), "‹folder›");
            String page = Files.readString(written.resolve("index.html")).replaceFirst("(?s).*<body>", "")
                    .replaceAll("(?s)<svg.*?</svg>|<script.*?</script>", "").replaceAll("<[^>]*>", " ")
                    .replaceAll("[ \t]+", " ").replaceAll("\\s*\n\\s*", "\n");
            String table = Files.readString(written.resolve("results.csv")).replace("\r", "");
            Words.assertSame("recorded", recorded.getFileName().toString(), (terminal + "\nresults.csv\n" + table
                    + "\nindex.html\n" + page).replace(recorded.toString(), "‹recorded›"));
        }
    }
}
