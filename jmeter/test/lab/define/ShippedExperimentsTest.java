package lab.define;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import lab.judge.Judgement;
import testing.Test;

class ShippedExperimentsTest {
    private static final Path SHIPPED = Path.of(System.getProperty("repository"), "jmeter/experiments");
    /** The mean stands for the median, because theory knows only the mean. */
    private static final Map<String, ToDoubleFunction<Prediction>> PREDICTED = Map.of("throughput",
            Prediction::throughput, "mean latency", Prediction::latency, "p50 latency", Prediction::latency);
    /** Common beliefs, which these experiments state in order to refute them. */
    private static final Set<String> BELIEFS = Set.of("loom / pool throughput at /synchronized",
            "loom / pool-200 throughput at /computational?numbers=3000000");

    /** NaN if theory does not predict it. The cores give all contenders the same share of a route that computes. */
    private static double figure(Experiment experiment, Hypothesis hypothesis, String contender, int cores)
            throws Exception {
        Prediction predicted = Predictor.predict(experiment, experiment.contenders().stream()
                .filter(each -> each.name().equals(contender)).findFirst().orElseThrow(), hypothesis.load(), cores);
        double figure = PREDICTED.getOrDefault(hypothesis.metric(), _ -> Double.NaN).applyAsDouble(predicted);
        return Double.isInfinite(figure) && predicted.isCpuBound() ? 1 : figure;
    }

    private static boolean isContradicted(Experiment experiment, Hypothesis each, int cores) throws Exception {
        String base = each.base().equals(Hypothesis.THEORY) ? each.contender() : each.base();
        double ratio = figure(experiment, each, each.contender(), cores)
                / (base.isEmpty() ? 1 : figure(experiment, each, base, cores));
        return !Double.isNaN(ratio) && (each.refuting().stream().anyMatch(bound -> bound.holds(ratio))
                || !each.expected().stream().allMatch(bound -> bound.holds(ratio)));
    }

    @Test
    void eachSaysWhatWouldRefuteItAndOnAnyNumberOfCoresTheoryContradictsOnlyBeliefs() throws Exception {
        Set<String> contradicted = new HashSet<>();
        for (String name : ExperimentFile.names(SHIPPED)) {
            for (int cores : List.of(1, 2, 4, 8, 16, 64)) {
                var experiment = ExperimentFile.parse(name, Files.readString(SHIPPED.resolve(name)), Map.of(), cores);
                Judgement.check(experiment);
                assertTrue(!experiment.title().equals(name) && !experiment.description().isBlank(), name
                        + " does not begin with comments: a title, an empty comment, a description");
                assertTrue(experiment.hypotheses().stream().anyMatch(each -> !each.expected().isEmpty()
                        && !each.refuting().isEmpty()), name + " does not say what would refute it");
                assertTrue(experiment.contenders().stream().allMatch(each -> each.name().length() <= 24),
                        name + " has a contender's name that does not fit beside a chart");
                for (Hypothesis each : experiment.hypotheses()) {
                    if (isContradicted(experiment, each, cores)) {
                        contradicted.add(each.names() + " " + each.metric() + " at " + each.load().path());
                    }
                }
            }
        }
        assertEquals(BELIEFS, contradicted, "contradicted on some number of cores");
    }
}
