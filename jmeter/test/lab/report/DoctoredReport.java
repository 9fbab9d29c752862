package lab.report;

import module java.base;
import lab.Doctored;
import lab.WithFolder;
import lab.define.ExperimentFile;
import lab.define.Load;
import lab.define.Prediction;
import lab.judge.Analysis;
import lab.results.Results;
import lab.results.Run;

abstract class DoctoredReport extends WithFolder {
    static final Load SMALL = Load.closed("/meetings", 100);
    static final Load MIDDLE = Load.closed("/meetings", 300);
    static final Load LARGE = Load.closed("/meetings", 1000);
    static final Load OPEN = Load.open("/meetings", 50);

    final List<Run> runs = new ArrayList<>();
    boolean complete = true;
    Map<String, String> environment = Map.of("machine", "2 cores");
    List<Results.Guess> guesses = List.of();
    String more = "";

    void add(String contender, Load load, double throughput, UnaryOperator<Doctored> change) {
        long before = runs.stream().filter(run -> run.contender().equals(contender) && run.load() == load).count();
        runs.add(change.apply(Doctored.run(contender, load, (int) before + 1, throughput)).run());
    }

    void add(String contender, Load load, double... throughputs) {
        DoubleStream.of(throughputs).forEach(each -> add(contender, load, each, run -> run));
    }

    void addFailed(String contender, String why) {
        runs.add(Run.failed(contender, LARGE, 1, Prediction.NONE, why));
    }

    void addGood(Load load) {
        for (int repetition = 1; repetition <= 3; repetition++) {
            add("pool", load, 90 + repetition, run -> run.cpu(1.5));
            add("loom", load, 940 + repetition);
        }
    }

    /** Adds runs of loom on a shared machine, and invalid runs of pool. */
    void addDoubtful(Load load) {
        for (int repetition = 1; repetition <= 2; repetition++) {
            add("loom", load, 940 + repetition, run -> run.machine(12, 0, 0));
            add("pool", load, 90 + repetition, run -> run.failed(100));
        }
    }

    Analysis analysis() throws Exception {
        String users = runs.stream().map(Run::load).filter(Load::isClosed).map(load -> "" + load.users()).distinct()
                .collect(Collectors.joining(", "));
        String text = "# Pool <against> loom\n#\n# Loom & nothing else.\n" + (users.isEmpty() ? "" : "users = " + users)
                + (runs.stream().anyMatch(run -> run.load().isOpen()) ? "\nrate = 50" : "")
                + "\ncontender.pool = pool --threads 100\ncontender.loom = loom\n" + more;
        return Analysis.of(new Results(ExperimentFile.parse("doctored", text, Map.of()), runs, environment, List.of(),
                complete, guesses));
    }

    String terminal() throws Exception {
        return Report.terminal(analysis());
    }
}
