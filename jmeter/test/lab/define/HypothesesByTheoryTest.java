package lab.define;

import static testing.Assertions.assertEquals;

import module java.base;
import testing.Test;

/** What theory can decide about a shipped experiment's hypotheses must not depend on the machine's cores. */
class HypothesesByTheoryTest {
    private static final Path SHIPPED = Path.of(System.getProperty("repository"), "jmeter/experiments");
    private static final List<Integer> CORES = List.of(1, 2, 4, 8, 16, 64);
    /** The mean stands for the median, because theory knows only the mean. */
    private static final Map<String, ToDoubleFunction<Prediction>> PREDICTED = Map.of(
            "throughput", Prediction::throughput, "mean latency", Prediction::latency,
            "p50 latency", Prediction::latency);
    /** Common beliefs, which these experiments state in order to refute them. */
    private static final Set<String> BELIEFS = Set.of("loom / pool throughput at /synchronized",
            "loom / pool-200 throughput at /computational?numbers=3000000");

    private static Set<String> contradicted(String name, String text, int cores) throws Exception {
        Experiment experiment = ExperimentFile.parse(name, text, Map.of(), cores);
        Set<String> contradicted = new HashSet<>();
        for (Hypothesis each : experiment.hypotheses()) {
            double ratio = ratio(experiment, each, cores);
            boolean meets = each.expected().stream().allMatch(bound -> bound.holds(ratio));
            boolean refutes = each.refuting().stream().anyMatch(bound -> bound.holds(ratio));
            if (!Double.isNaN(ratio) && (!meets || refutes)) {
                contradicted.add(each.names() + " " + each.metric() + " at " + each.load().path());
            }
        }
        return contradicted;
    }

    /** NaN if theory does not predict it. The cores give all contenders the same share of a route that computes. */
    private static double ratio(Experiment experiment, Hypothesis hypothesis, int cores) throws Exception {
        ToDoubleFunction<Prediction> figure = PREDICTED.getOrDefault(hypothesis.metric(), _ -> Double.NaN);
        Prediction one = predicted(experiment, hypothesis, hypothesis.contender(), cores);
        double value = figure.applyAsDouble(one);
        if (hypothesis.base().isEmpty() || hypothesis.base().equals(Hypothesis.THEORY)) {
            return hypothesis.base().isEmpty() ? value : value / value;
        }
        Prediction other = predicted(experiment, hypothesis, hypothesis.base(), cores);
        return hypothesis.metric().equals("throughput") && one.isCpuBound() && other.isCpuBound() ? 1
                : value / figure.applyAsDouble(other);
    }

    private static Prediction predicted(Experiment experiment, Hypothesis hypothesis, String contender, int cores)
            throws Exception {
        return Predictor.predict(experiment, experiment.contenders().stream()
                .filter(each -> each.name().equals(contender)).findFirst().orElseThrow(), hypothesis.load(), cores);
    }

    @Test
    void onAnyNumberOfCoresTheoryContradictsOnlyBeliefs() throws Exception {
        for (int cores : CORES) {
            Set<String> contradicted = new HashSet<>();
            for (String name : ExperimentFile.names(SHIPPED)) {
                contradicted.addAll(contradicted(name, Files.readString(SHIPPED.resolve(name)), cores));
            }
            assertEquals(BELIEFS, contradicted, "on " + cores + " cores");
        }
    }

    @Test
    void usersThatDoNotGrowWithTheCoresAreNoticed() throws Exception {
        String text = Files.readString(SHIPPED.resolve("pinned"));
        for (boolean grow : new boolean[] {true, false}) {
            assertEquals(!grow, contradicted("pinned", grow ? text : text.replace("{25*cores}", "50"), 64)
                    .contains("loom / pool throughput at /pinned"), "64 carriers, users grow: " + grow);
        }
    }
}
