package lab;

import module java.base;
import experiment.Contender;
import experiment.Experiment;
import experiment.Metric;
import experiment.Results;
import experiment.ResultsFile;
import lab.judge.Analysis.Comparison;
import lab.judge.Analysis;
import text.Numbers;

/** The smallest differences that repetitions show on this machine, from its last run of the experiment control. */
final class NoiseFloor {
    private static final System.Logger LOG = System.getLogger(NoiseFloor.class.getName());
    private static final String CONTROL = "control";
    private static final List<String> SAME = List.of("machine", "runs on", "JDK");

    private NoiseFloor() {
    }

    /**
     * @param results the folder with all runs' folders
     * @param environment of today
     */
    static Optional<String> note(Path results, Map<String, String> environment) throws IOException {
        try (Stream<Path> folders = Files.list(results)) {
            return folders.filter(each -> each.getFileName().toString().startsWith(CONTROL + "-"))
                    .sorted(Comparator.comparing(Path::getFileName).reversed())
                    .flatMap(folder -> text(folder, environment).stream()).findFirst();
        }
    }

    private static Optional<String> text(Path folder, Map<String, String> environment) {
        try {
            Results results = ResultsFile.read(folder);
            boolean isOfHere = SAME.stream().allMatch(key -> Objects.equals(results.environment().get(key),
                    environment.get(key)));
            return results.complete() && isOfHere ? text(results) : Optional.empty();
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "no results in " + folder, e);
            return Optional.empty();
        }
    }

    private static Optional<String> text(Results control) {
        Experiment experiment = control.experiment();
        Analysis analysis = Analysis.of(control);
        Map<Metric, Double> floors = new EnumMap<>(Metric.class);
        experiment.loads().stream().flatMap(load -> analysis.comparisons(load).stream())
                .filter(pair -> specification(experiment, pair.point().contender())
                        .equals(specification(experiment, pair.base().contender())))
                .forEach(pair -> floors.merge(pair.metric(), smallest(pair), Math::max));
        if (floors.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of("Noise floor of this machine (" + CONTROL + ", " + control.environment().get("begun") + "): "
                + experiment.window().repeat() + " repetitions show differences of at least "
                + floors.entrySet().stream().map(each -> Numbers.percent(each.getValue(), 0) + " in "
                + each.getKey().label()).collect(Collectors.joining(", ")) + ".");
    }

    private static String specification(Experiment experiment, String contender) {
        return experiment.contenders().stream().filter(each -> each.name().equals(contender))
                .map(Contender::specification).findFirst().orElseThrow();
    }

    private static double smallest(Comparison pair) {
        return !pair.ratio().repeated() ? Double.NaN
                : Math.max(0.01, Math.sqrt(pair.ratio().high() / pair.ratio().low()) - 1);
    }
}
