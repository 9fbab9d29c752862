package load;

import common.commandline.CommandLine.UsageException;
import common.commandline.StatusLine;
import common.commandline.Tool.ExitCode;
import common.io.HostPort;
import common.process.StopHook;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import load.MeasuredService.WaitReader;
import load.install.FileTree;
import load.install.JmeterHome;
import load.install.JmeterSearch;

/** One run of a plan, from the first check to the printed figures. The shutdown thread may stop it. */
final class PlanRun {
    private final Path repository;
    private final TestPlan plan;
    private final PlanOptions options;
    private final PrintStream progress = System.err;      // so that standard output holds the figures alone
    private final Optional<PlannedLoad> load;
    private final WarmUp warmUp;
    private final JmeterServers localServers = new JmeterServers();
    private volatile JmeterRun run;                       // null before JMeter is started

    /** @throws UsageException where the options leave nothing of the run */
    PlanRun(Path repository, TestPlan plan, PlanOptions options) throws UsageException {
        this.repository = repository;
        this.plan = plan;
        this.options = options;
        this.load = PlannedLoad.of(plan, options.properties());
        this.warmUp = WarmUp.of(options, load);
    }

    ExitCode run() throws IOException, InterruptedException {
        Targets targets = new Targets(plan, options, progress);
        Optional<MeasuredService> serviceOne = targets.serviceOne();
        String callback = targets.checkServers();
        JmeterHome home = new JmeterSearch(repository, progress).find();
        RunFolder folder = RunFolder.create(repository,
                plan.name() + serviceOne.map(found -> "-" + found.described().service().mode()).orElse(""));
        try (StopHook _ = new StopHook(this::stop, localServers::close); localServers) {
            for (int i = 1; i <= options.servers(); i++) {
                localServers.start(home, HostPort.free("127.0.0.1"), RmiKey.in(repository), Map.of(),
                        folder.path().resolve("server-" + i), _ -> { });
            }
            List<HostPort> servers = options.servers() > 0 ? localServers.awaitReady() : options.remote();
            announce(home, servers);
            ProcessBuilder jmeter = home.commandHere(arguments(folder, servers, callback), heap(servers.isEmpty()),
                    folder.settings());
            return run(jmeter, folder, serviceOne, servers.size());
        }
    }

    private void stop() throws IOException, InterruptedException {
        if (run == null) {
            localServers.close();
        } else {
            run.stop();
        }
    }

    private void announce(JmeterHome home, List<HostPort> servers) {
        StringBuilder values = new StringBuilder();
        plan.defaults().forEach((name, byDefault) ->
                values.append(' ').append(name).append('=').append(options.properties().getOrDefault(name, byDefault)));
        progress.println("jmeter: " + plan.name() + " with JMeter " + home.version() + ":" + values);
        if (!warmUp.says().isEmpty()) {
            progress.println("jmeter: " + warmUp.says());
        }
        if (servers.size() > 1) {
            progress.println("jmeter: each of the " + servers.size()
                    + " servers runs the whole plan: users and rates count " + servers.size() + " times");
        }
    }

    private List<String> arguments(RunFolder folder, List<HostPort> servers, String callback)
            throws IOException, InterruptedException {
        List<String> arguments = JmeterArguments.run(plan, options.properties(), folder);
        if (!servers.isEmpty()) {
            arguments.addAll(new RemoteServers(servers).arguments(options.properties(), RmiKey.in(repository),
                    callback));
        }
        return arguments;
    }

    /** For its users, where they are known and it plays them itself. */
    private List<String> heap(boolean playsUsers) {
        return load.filter(_ -> playsUsers).map(planned -> JmeterHome.heap((int) planned.amount()))
                .orElse(JmeterHome.RELEASE_HEAP);
    }

    /** @param servers how many make the load; 0 for this machine */
    private ExitCode run(ProcessBuilder jmeter, RunFolder folder, Optional<MeasuredService> serviceOne, int servers)
            throws IOException, InterruptedException {
        Optional<PlannedLoad> here = load.filter(_ -> servers == 0);      // servers start when they are ready
        SummariserProgress summariser = new SummariserProgress(StatusLine.on(progress), here);
        run = new JmeterRun(summariser, folder.output());
        WaitReader reader = load.isEmpty() ? null : serviceOne.map(WaitReader::new).orElse(null);
        try (reader) {
            int exit = run.run(jmeter);
            FileTree.delete(folder.temporary());
            Optional<Expectation> expectation = Optional.ofNullable(reader).map(heard ->
                    new Expectation(load.get().onEachOf(Math.max(1, servers)),
                            serviceOne.get().described().service().limit(), heard.law()));
            return new RunReport(folder, warmUp.seconds(), expectation).print(System.out, exit, summariser.total());
        }
    }

    /**
     * The first seconds of a run, which its figures leave out.
     *
     * @param says what to tell the user of it; empty where there is nothing to tell
     */
    record WarmUp(int seconds, String says) {
        private static final WarmUp NONE = new WarmUp(0, "");

        /**
         * As given with --warmup; by default the seconds in which the load is not yet steady, if as many are left.
         *
         * @throws UsageException where nothing would be left of the run
         */
        static WarmUp of(PlanOptions options, Optional<PlannedLoad> load) throws UsageException {
            if (options.warmup().isEmpty()) {
                return load.map(WarmUp::byDefault).orElse(NONE);
            }
            int seconds = options.warmup().getAsInt();
            if (load.isPresent() && seconds >= load.get().seconds()) {
                throw new UsageException("--warmup " + seconds + " leaves nothing of a run of " + load.get().seconds()
                        + " s: fewer, or more -Jseconds");
            }
            return new WarmUp(seconds, "");
        }

        private static WarmUp byDefault(PlannedLoad load) {
            int seconds = load.unsteadySeconds();
            return seconds == 0 ? NONE : 2 * seconds > load.seconds()
                    ? new WarmUp(0, "the figures count the start, too: a run of " + load.seconds()
                    + " s (-Jseconds) is too short to leave out the " + seconds + " s until the load is steady")
                    : new WarmUp(seconds, "the figures leave out the first " + seconds
                    + " s, until the load is steady; --warmup 0 counts them");
        }
    }
}
