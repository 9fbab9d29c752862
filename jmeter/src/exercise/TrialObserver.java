package exercise;

import module java.base;
import common.io.HostPort;
import exercise.SideLoad.Answer;
import lab.results.Run;
import lab.run.RunObserver;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;
import process.Child;

/** Sends the requests that come on top of JMeter's, and keeps the data for an exercise's goals. */
final class TrialObserver extends RunObserver implements AutoCloseable {
    private final Optional<SideLoad.Plan> plan;
    private final Path folder;
    private final Map<String, TrialRun> runs = new LinkedHashMap<>();
    private Optional<SideLoad> extra = Optional.empty();
    private List<Answer> answers = List.of();
    private long from;
    private long to;

    TrialObserver(Optional<SideLoad.Plan> plan, Path folder) {
        this.plan = plan;
        this.folder = folder;
    }

    @Override
    public boolean computes() {
        return plan.stream().anyMatch(each -> each.path().startsWith("/computational"));
    }

    @Override
    public void ready(Child contender, HostPort address) {
        answers = List.of();
        extra = plan.map(each -> new SideLoad(each, address));
    }

    @Override
    public void windowBegins() {
        from = System.currentTimeMillis();
    }

    @Override
    public void windowEnds() {
        to = System.currentTimeMillis();
        answers = extra.map(SideLoad::answers).orElse(List.of());
    }

    @Override
    public void ended(Run run, String outcome) throws IOException {
        close();
        List<RecordedRequest> requests = new ArrayList<>();
        if (run.isMeasured()) {
            Jtl.read(jtl(run), each -> {
                if (each.endMillis() >= from && each.endMillis() < to) {
                    requests.add(each);
                }
            });
        }
        runs.put(run.contender(), new TrialRun(run, from, to, requests, answers));
        // shows no findings: the verdict says what they mean for the goals
        super.ended(run, run.isMeasured() ? outcome.replaceFirst("(?s);.*", "") : outcome);
    }

    private Path jtl(Run run) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("jtl"))) {
            return files.filter(file -> file.getFileName().toString().startsWith(run.contender() + "-")).findFirst()
                    .orElseThrow(() -> new IOException("no samples of " + run.contender() + " in " + folder));
        }
    }

    /** By contender. */
    Map<String, TrialRun> runs() {
        return runs;
    }

    @Override
    public void close() {
        extra.ifPresent(SideLoad::close);
        extra = Optional.empty();
    }
}
