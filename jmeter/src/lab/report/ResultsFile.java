package lab.report;

import common.json.JsonWriter;
import common.json.Records;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.judge.Analysis;
import lab.judge.Judgement;
import lab.judge.Results.Guess;
import lab.judge.Results;
import lab.judge.Run;

/** What results.json holds: the {@link Results}, and what was made of them. Immutable. */
public record ResultsFile(Experiment experiment, List<Run> runs, Map<String, String> environment, List<String> notes,
        boolean complete, List<Guess> guesses, List<JudgedPoint> points, List<Judgement> judgements) {
    public static final String NAME = "results.json";

    static void write(Analysis analysis, ReportFolder folder) throws IOException {
        Results results = analysis.results();
        folder.write(NAME, JsonWriter.text(new ResultsFile(results.experiment(), results.runs(),
                results.environment(), results.notes(), results.complete(), results.guesses(),
                analysis.points().stream().map(JudgedPoint::of).toList(), Judgement.of(analysis))));
    }

    /** Also those of an earlier version, which had no points. */
    public static Results read(Path folder) throws IOException {
        return Records.read(Results.class, Files.readString(folder.resolve(NAME)));
    }
}
