package lab.report;

import module java.base;
import experiment.Experiment;
import experiment.Limit;
import experiment.Load;
import experiment.Prediction;
import experiment.Results;
import experiment.Run;
import lab.Doctored;
import lab.judge.Analysis;
import testing.TemporaryFolder;

/** The superclass of tests that report on runs which they make up. */
class DoctoredReport extends TemporaryFolder {
    static final Load SMALL = Load.closed("/meetings", 100);
    static final Load LARGE = Load.closed("/meetings", 1000);
    static final Load OPEN = Load.open("/meetings", 50);
    /** A pool of 200 threads. */
    static final Prediction LIMITED = new Prediction(190, 5, 200, Limit.THREADS);

    final List<Run> runs = new ArrayList<>();
    boolean complete = true;
    Map<String, String> environment = Map.of("machine", "2 cores");
    List<String> notes = List.of();
    String more = "";

    void add(String contender, Load load, double... throughputs) {
        add(contender, load, run -> run, throughputs);
    }

    void add(String contender, Load load, UnaryOperator<Doctored> change, double... throughputs) {
        for (double each : throughputs) {
            long before = runs.stream().filter(run -> run.contender().equals(contender) && run.load().equals(load))
                    .count();
            runs.add(change.apply(Doctored.run(contender, load, (int) before + 1, each)).run());
        }
    }

    /** Loom answers ten times as many requests. */
    void addGood(Load load) {
        add("pool", load, run -> run.cpu(1.5), 91, 92, 93);
        add("loom", load, 941, 942, 943);
    }

    /** The pool's threads hold it back. */
    void addLimited() {
        add("pool", LARGE, run -> run.with(LIMITED), 189, 190, 191);
        add("loom", LARGE, run -> run.with(new Prediction(950, 1, 1000, Limit.USERS)), 941, 942, 943);
    }

    private String amounts(Predicate<Load> kind) {
        return runs.stream().map(Run::load).filter(kind).map(load -> "" + (long) load.amount()).distinct()
                .collect(Collectors.joining(", "));
    }

    /** An experiment with the loads of the runs. */
    Analysis analysis() throws Exception {
        String text = "# Pool <against> loom\n#\n# Loom & nothing else.\nusers = " + amounts(Load::isClosed)
                + "\nrate = " + amounts(Load::isOpen) + "\nburst = " + amounts(Load::isBurst)
                + "\ncontender.pool = pool --threads 100\ncontender.loom = loom\n" + more;
        return Analysis.of(new Results(Experiment.parse("doctored", text, Map.of()), runs, environment, notes,
                complete));
    }

    String terminal() throws Exception {
        return Report.terminal(analysis());
    }

    String page() throws Exception {
        Report.write(analysis(), folder);
        return Files.readString(folder.resolve("index.html"));
    }
}
