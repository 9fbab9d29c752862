package lab;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.ExperimentFile;
import experiment.Load;
import experiment.Prediction;
import lab.run.ExperimentRunner;
import lab.run.Places;
import lab.run.Policy;
import lab.run.RunObserver;
import text.Numbers;

/** What an experiment does, how long it takes, and what theory predicts. */
final class Outline {
    private Outline() {
    }

    static String list(Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String name : ExperimentFile.names(folder)) {
            Experiment experiment = Experiment.read(folder, name, Map.of());
            text.append(String.format("%-18s %s%n%-18s %s%n", name, experiment.title(), "",
                    duration(experiment, Policy.COMPARE)));
        }
        return text.toString();
    }

    static String head(Experiment experiment, Places places) {
        String names = experiment.contenders().stream().map(Contender::name).collect(Collectors.joining(", "));
        String beside = experiment.beside().map(two -> " (beside it " + two.name() + ")").orElse("");
        return String.join(System.lineSeparator(), experiment.name() + ": " + experiment.title(),
                count(experiment.runs(), "run") + ": " + names + "; " + count(experiment.loads().size(), "load") + ", "
                + count(experiment.window().repeat(), "repetition") + "; " + duration(experiment, Policy.COMPARE),
                "each run: a warm-up with short waits, the load" + beside + " until it is steady, and then "
                + experiment.window().seconds() + " s that are measured", places.description(), "");
    }

    static String predictions(Experiment experiment) {
        List<String> lines = new ArrayList<>();
        Set<String> programs = new LinkedHashSet<>();
        lines.add("Predicted by Little's law. If the cores allow less, the report says so:");
        for (Load load : experiment.loads()) {
            for (Contender contender : experiment.contenders()) {
                Prediction predicted = ExperimentRunner.predict(experiment, contender, load);
                lines.add(String.format("  %-16s %-14s %-18s %s", contender.name(), load.path(),
                        load.label(), text(predicted)));
                if (!contender.isServiceOne() && predicted.isKnown()) {
                    programs.add(contender.name());
                }
            }
        }
        programs.forEach(name -> lines.add("  " + name + " is not service one. The prediction assumes the same "
                + "work, and no wait for a thread"));
        experiment.claims().hypotheses().forEach(each ->
                lines.add("  hypothesis: " + each.subject() + ": " + each.claim()));
        lines.add("");
        return String.join(System.lineSeparator(), lines);
    }

    static String duration(Experiment experiment, Policy policy) {
        return RunObserver.text(ExperimentRunner.usualDuration(experiment, policy)) + " to "
                + RunObserver.text(ExperimentRunner.longestDuration(experiment, policy));
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String text(Prediction predicted) {
        if (!predicted.isKnown()) {
            return predicted.obstacle().isEmpty() ? "no prediction, because its waits are unknown"
                    : "no prediction (" + predicted.obstacle() + ")";
        }
        if (predicted.isCpuBound()) {
            return "as fast as the cores allow";
        }
        return String.format("%,9.1f requests/s, set by the %s, %s%s", predicted.throughput(),
                predicted.limit().words(), latency(predicted.latency()), failures(predicted));
    }

    private static String latency(double seconds) {
        if (Double.isNaN(seconds)) {
            return "latency unknown";
        }
        return Double.isInfinite(seconds) ? "latency keeps growing"
                : String.format("mean latency %,.0f ms", 1e3 * seconds);
    }

    private static String failures(Prediction predicted) {
        if (!predicted.expectsFailures()) {
            return "";
        }
        return predicted.knowsFailing() ? ", " + Numbers.percent(predicted.failing()) + " fail" : ", some fail";
    }
}
