package lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import lab.Doctored;
import lab.TemporaryFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.judge.Analysis;
import lab.judge.Results.Guess;
import lab.judge.Results;
import lab.judge.Run;

/** A report that is made of doctored runs of a pool and of virtual threads, in a folder that it deletes. */
final class DoctoredReport implements AutoCloseable {
    static final Load SMALL = Load.closed("/meetings", 100);
    static final Load LARGE = Load.closed("/meetings", 1000);

    private final TemporaryFolder folder = new TemporaryFolder();
    private final List<Run> runs = new ArrayList<>();
    private boolean complete = true;
    private Map<String, String> environment = Map.of("machine", "2 cores");
    private List<Guess> guesses = List.of();
    private String terminal;

    DoctoredReport() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    void add(Run run) {
        runs.add(run);
    }

    void add(Doctored... all) {
        Stream.of(all).map(Doctored::run).forEach(runs::add);
    }

    /** Three good runs of each contender under a load. */
    void addGood(Load load) {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add(Doctored.run("pool", load, repetition, 90 + repetition).cpu(1.5),
                    Doctored.run("loom", load, repetition, 940 + repetition));
        }
    }

    void clear() {
        runs.clear();
    }

    void guessed(List<Guess> all) {
        guesses = all;
    }

    void environment(Map<String, String> other) {
        environment = other;
    }

    void stopped() {
        complete = false;
    }

    private Analysis analysis() throws Exception {
        String users = runs.stream().map(Run::load).filter(Load::isClosed).map(load -> Integer.toString(load.users()))
                .distinct().collect(Collectors.joining(", "));
        Experiment experiment =
                ExperimentFile.parse("doctored", "# Pool <against> loom\n#\n# Loom & nothing else.\nusers = " + users
                + "\nrate = 50\ncontender.pool = pool --threads 100\ncontender.loom = loom\n", Map.of());
        experiment = experiment.with(experiment.loads().stream()
                .filter(load -> runs.stream().anyMatch(run -> run.load().equals(load))).toList());
        return Analysis.of(new Results(experiment, runs, environment, List.of(), complete,
                guesses));
    }

    List<String> answer() throws Exception {
        return Answer.of(analysis());
    }

    /** Writes every file. @return the page */
    String page() throws Exception {
        terminal = Report.write(analysis(), folder.path());
        return Files.readString(folder.path().resolve("index.html"));
    }

    /** What the terminal shows of the page that was written last. */
    String terminal() {
        return terminal;
    }

    Path folder() {
        return folder.path();
    }
}
