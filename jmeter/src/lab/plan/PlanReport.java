package lab.plan;

import module java.base;
import common.commandline.Tool.ExitCode;
import experiment.Load;
import experiment.Metric;
import experiment.Prediction;
import experiment.Run.Measurement;
import experiment.Run;
import lab.judge.Findings;
import lab.judge.Rule;
import lab.run.Observed;
import lab.run.Samples.Edges;
import load.JmeterLog;
import load.RunFolder;
import process.Child.ProgramFailure;
import process.Child;
import text.Numbers;

/**
 * What a run prints at its end. The figures exclude the warm-up; the list of failures and the exit code include it.
 *
 * @param load        of all JMeters; empty if unknown
 * @param expectation empty if nothing is known about the measured service
 * @param keepsConnections unless the user wanted a connection for each request
 */
record PlanReport(RunFolder folder, TestPlan plan, int warmupSeconds, Optional<PlannedLoad> load,
        Optional<Expectation> expectation, boolean keepsConnections, int jmeterExit, PlanFigures figures) {
    /** Users who wait for each answer, so that an answer decides in which window its request counts. */
    static final Load UNKNOWN = Load.closed("", 0);
    /** The figures say it already. */
    private static final Set<Rule> TOLD = Set.of(Rule.FAILURES, Rule.UNLIKE);

    static PlanReport of(RunFolder folder, TestPlan plan, int warmupSeconds, Optional<PlannedLoad> load,
            Optional<Expectation> expectation, boolean keepsConnections, int jmeterExit) throws IOException {
        PlanSamples samples = PlanSamples.read(folder.samples(),
                load.map(PlannedLoad::load).orElse(UNKNOWN),
                load.flatMap(PlannedLoad::schedule),
                plan.xml().silent());
        int seconds = load.map(PlannedLoad::seconds).orElse(0);
        Edges window = samples.window(warmupSeconds, seconds, predicted(load, expectation));
        return new PlanReport(folder, plan, warmupSeconds, load, expectation, keepsConnections, jmeterExit,
                PlanFigures.of(samples, window, warmupSeconds > 0));
    }

    private static Prediction predicted(Optional<PlannedLoad> load, Optional<Expectation> expectation) {
        Prediction byDefault = load.isPresent() ? Prediction.NONE : Prediction.OF_OWN_PLAN;
        return expectation.map(Expectation::predicted).orElse(byDefault);
    }

    Measurement measurement(Observed observed) throws ProgramFailure {
        if (!figures.exist()) {
            throw new ProgramFailure("no request was answered in the measured window");
        }
        return observed.measurement(figures.window(), figures.requests(), List.of(), Run.WarmUp.NONE, null);
    }

    /**
     * @param made how many samples JMeter says it made
     * @param run  the measured run, if its readings are of the samples' time
     */
    ExitCode print(PrintStream out, long made, Optional<Run> run) throws IOException {
        long count = figures.samples().count();
        if (count < made && jmeterExit <= Child.SIGNAL) {
            out.printf("no figures: JMeter made %,d samples, but %s has only %,d; "
                    + "is the disk full, or is there a limit on file size?%n", made, folder.samples(), count);
            printFiles(out);
            return ExitCode.FAILED;
        }
        JmeterLog log = JmeterLog.read(folder.log());
        if (count == 0) {
            String files = Stream.of(folder.log(), folder.output())
                    .filter(Files::exists)
                    .map(Path::toString)
                    .collect(Collectors.joining(" and "));
            throw new IOException("JMeter made no request: " + log.whyNone(jmeterExit, folder.output())
                    + "; see " + files);
        }
        boolean isWhole = print(out, run, log);
        return isWhole && jmeterExit == 0 && !figures.samples().failed() ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Returns whether the whole load was made, and has figures. */
    private boolean print(PrintStream out, Optional<Run> run, JmeterLog log) {
        PlanSamples samples = figures.samples();
        figures.print(out);
        if (keepsConnections) {
            samples.remedies().forEach(out::println);
        }
        String unmade = load.map(planned -> planned.unmade(samples)).orElse("");
        boolean isWhole = unmade.isEmpty() && log.errors().isEmpty();
        if (figures.exist()) {
            expected(isWhole).forEach(out::println);
            run.ifPresent(measured -> printFindings(out, measured));
        } else {
            out.println("no figures: " + whyNone(samples));
        }
        if (!unmade.isEmpty()) {
            out.println("a part of the load was not made: " + unmade);
        }
        log.print(out);
        printFiles(out);
        return isWhole && figures.exist();
    }

    private String whyNone(PlanSamples samples) {
        return samples.starts().getCount() == 0 ? "nothing was sent"
                : "the run ended within its warm-up of " + warmupSeconds + " s; --warmup sets a shorter one";
    }

    private void printFindings(PrintStream out, Run measured) {
        Run run = new Run(measured.contender(), measured.load(), 1, predicted(load, expectation), "",
                measured.measured());
        double cpu = Metric.CPU_PER_REQUEST.of(run);
        if (cpu > 0) {
            out.println("CPU time of the service: " + Numbers.text(cpu) + " µs per request");
        }
        for (Rule.Finding finding : Findings.of(run).all()) {
            if (!TOLD.contains(finding.rule())) {
                String weight = finding.invalidates() ? "INVALID: " : "in doubt: ";
                out.println(weight + finding.text() + "; " + finding.rule().reason());
            }
        }
    }

    private List<String> expected(boolean isWhole) {
        if (expectation.isEmpty()) {
            return List.of();
        }
        String obstacle = !isWhole ? "a part of the load was not made"
                : load.map(planned -> planned.unsteady(warmupSeconds)).orElse("");
        if (!obstacle.isEmpty()) {
            return List.of(Expectation.NONE + obstacle);
        }
        return expectation.get()
                .lines(figures.throughput(), figures.meanSeconds(), figures.errorShare());
    }

    private void printFiles(PrintStream out) {
        out.println("samples    " + folder.samples());
        out.println("log        " + folder.log());
        Path dashboard = folder.dashboard().resolve("index.html");
        out.println("dashboard  " + (Files.exists(dashboard) ? dashboard : "none: see " + folder.output()));
    }
}
