package lab;

import module java.base;
import common.commandline.UsageException;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Results;
import experiment.Run;
import lab.Goal.Miss;
import lab.run.ExperimentRunner;
import lab.run.Policy;
import lab.run.RunObserver;
import machine.FileLimit;
import text.StatusLine;

/** Searches, for each contender, the highest load that meets a goal. Contenders take turns. */
final class Knee implements ExperimentRunner.Search {
    private final Experiment experiment;
    private final Goal goal;
    private final int step;
    private final Map<String, LoadSearch> searches = new LinkedHashMap<>();
    private final List<Run> runs = new ArrayList<>();

    /**
     * @param experiment its least load is the first; if it has several, its greatest is the highest
     * @param step by which users are added
     */
    Knee(Experiment experiment, Goal goal, int step) {
        List<Load> loads = experiment.loads();
        Load first = loads.getFirst();
        if (first.isBurst() || loads.stream().map(Load::series).distinct().count() > 1) {
            throw new UsageException("--find searches users or arrivals per second on one path, and "
                    + experiment.name() + " has " + String.join("; ", loads.stream().map(Load::name).toList())
                    + ". An empty option, such as --users=, removes some");
        }
        this.experiment = experiment;
        this.goal = goal;
        this.step = first.isOpen() ? 1 : step;
        var amounts = loads.stream()
                .mapToLong(load -> (long) load.amount() / this.step)
                .summaryStatistics();
        long most = loads.size() > 1 ? amounts.getMax() : greatest(first) / this.step;
        experiment.contenders().forEach(contender -> searches.put(contender.name(),
                LoadSearch.between(amounts.getMin(), Math.max(amounts.getMin(), most))));
    }

    private static long greatest(Load load) {
        return load.isOpen() ? Load.MOST : Math.min(Load.MOST, FileLimit.connections(FileLimit.descriptors()));
    }

    /** How many runs are still needed at most, for all contenders together. */
    int runsLeft() {
        return searches.values().stream().mapToInt(LoadSearch::runs).sum();
    }

    List<Run> runs() {
        return List.copyOf(runs);
    }

    /** The experiment with all loads that were tried. */
    Experiment asRun() {
        return experiment.once(experiment.contenders(), runs.stream().map(Run::load).distinct()
                .sorted(Comparator.comparing(Load::amount)).toList());
    }

    Results noted(Results results) {
        return new Results(asRun(), results.runs(), results.environment(),
                Stream.concat(results.notes().stream(), notes().stream()).toList(), results.complete());
    }

    String plan() {
        LoadSearch search = searches.values().iterator().next();
        Experiment first = experiment.once(experiment.contenders(), List.of(load(search.start())));
        return String.format("%s: the highest load that meets %s%n"
                + "first %s, then twice as much until the goal is missed, up to %s; then halfway between the highest "
                + "that meets it and the lowest that does not, until they are within %d %%; a load that misses the "
                + "goal runs again%n"
                + "at most %d runs: %d for each contender, the first of them all together in %s%n",
                experiment.name(), goal.text(), load(search.start()).name(), load(search.most()).label(),
                100 / LoadSearch.PART, runsLeft(), search.runs(), Outline.duration(first, Policy.FIND));
    }

    RunObserver observer(StatusLine line) {
        return new RunObserver(line) {
            @Override
            public void begin(int number, int all, Contender contender, Load load, Duration afterwards) {
                Duration longest = ExperimentRunner.longestDuration(
                        experiment.once(List.of(contender), List.of(load)), Policy.FIND);
                super.begin(runs.size() + 1, runs.size() + runsLeft(), contender, load,
                        longest.multipliedBy(runsLeft() - 1));
            }
        };
    }

    @Override
    public void run(ExperimentRunner.OneByOne runner) throws IOException, InterruptedException {
        while (runsLeft() > 0) {
            for (Contender contender : experiment.contenders()) {
                LoadSearch search = searches.get(contender.name());
                OptionalLong next = search.next();
                if (next.isPresent()) {
                    long amount = next.getAsLong();
                    Experiment one = experiment.once(List.of(contender), List.of(load(amount)));
                    Run run = runner.run(one);
                    runs.add(run);
                    searches.put(contender.name(), search.after(amount, goal.miss(run)));
                }
            }
        }
    }

    private Load load(long amount) {
        String path = experiment.loads().getFirst().path();
        return experiment.loads().getFirst().isOpen() ? Load.open(path, amount)
                : Load.closed(path, Math.toIntExact(amount * step));
    }

    boolean hasResult() {
        return searches.values().stream()
                .anyMatch(search -> search.met() > 0 || search.miss().filter(Miss::isKnown).isPresent());
    }

    /** For each contender. */
    List<String> notes() {
        return searches.entrySet().stream().map(each -> String.format("%s: the highest load that meets %s: %s; the "
                + "lowest that does not: %s (%s).", each.getKey(), goal.text(), label(each.getValue().met()),
                label(each.getValue().missed()), why(each.getValue()))).toList();
    }

    private String label(long amount) {
        return amount == 0 ? "none" : load(amount).label();
    }

    private static String why(LoadSearch search) {
        return search.next().isPresent() ? "stopped before its end"
                : search.miss().map(Miss::why).orElse("no higher load was allowed");
    }
}
