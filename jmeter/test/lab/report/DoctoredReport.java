package lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
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
abstract class DoctoredReport implements AutoCloseable {
    static final Load SMALL = Load.closed("/meetings", 100);
    static final Load MIDDLE = Load.closed("/meetings", 300);
    static final Load LARGE = Load.closed("/meetings", 1000);
    static final Load OPEN = Load.open("/meetings", 50);

    private final TemporaryFolder folder;
    final List<Run> runs = new ArrayList<>();
    boolean complete = true;
    Map<String, String> environment = Map.of("machine", "2 cores");
    List<Guess> guesses = List.of();
    /** Statements of the experiment. */
    String hypotheses = "";
    /** What the command says of the page that was written last. */
    String written;

    DoctoredReport() {
        try {
            folder = new TemporaryFolder();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        folder.close();
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

    /** One contender that is usable with care, and one that is not valid. */
    void addDoubtful(Load load) {
        for (int repetition = 1; repetition <= 2; repetition++) {
            add(Doctored.run("loom", load, repetition, 940 + repetition).machine(12, 0, 0),
                    Doctored.run("pool", load, repetition, 90 + repetition).failed(100));
        }
    }

    Analysis analysis() throws Exception {
        String users = runs.stream().map(Run::load).filter(Load::isClosed).map(load -> Integer.toString(load.users()))
                .distinct().collect(Collectors.joining(", "));
        String text = "# Pool <against> loom\n#\n# Loom & nothing else.\n" + (users.isEmpty() ? "" : "users = " + users)
                + (runs.stream().anyMatch(run -> run.load().isOpen()) ? "\nrate = 50" : "")
                + "\ncontender.pool = pool --threads 100\ncontender.loom = loom\n" + hypotheses;
        Experiment experiment = ExperimentFile.parse("doctored", text, Map.of());
        return Analysis.of(new Results(experiment, runs, environment, List.of(), complete, guesses));
    }

    /** Writes every file. @return the page */
    String page() throws Exception {
        written = Report.write(analysis(), folder.path());
        return file("index.html");
    }

    String terminal() throws Exception {
        return Report.terminal(analysis());
    }

    Path path(String name) {
        return folder.path().resolve(name);
    }

    String file(String name) throws IOException {
        return Files.readString(path(name));
    }

    /** A picture without its style sheet. */
    String chart(String name) throws IOException {
        String svg = file("charts/" + name);
        return svg.substring(svg.indexOf("</style>"));
    }

    List<Path> charts() throws IOException {
        try (Stream<Path> files = Files.list(path("charts"))) {
            return files.toList();
        }
    }
}
