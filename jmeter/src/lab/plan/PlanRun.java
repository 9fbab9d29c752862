package lab.plan;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.io.HostPort;
import lab.run.Generator;
import lab.run.Observed;
import load.JmeterArguments;
import load.JmeterServers;
import load.MeasuredService.WaitReader;
import load.MeasuredService;
import load.PlanXml;
import load.RemoteServers;
import load.RmiKey;
import load.RunFolder;
import load.install.FileTree;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import process.Child;
import process.ClockWatch;
import process.RunningService;
import process.StopHook;
import process.Time;
import text.StatusLine;

/** One run of a plan, from the first check to the printed figures. Ctrl-C ends it early, with the figures so far. */
final class PlanRun {
    private static final long SECOND = 1_000;

    private final Path repository;
    private final TestPlan plan;
    private final PlanOptions options;
    private final Map<String, String> properties;         // with those that follow from the options
    private final JmeterSearch search;
    private final PrintStream progress;
    private final PrintStream out;                        // holds the figures only
    private final Optional<PlannedLoad> load;
    private final WarmUp warmup;
    private final SummariserProgress summariser;
    private final JmeterServers localServers = new JmeterServers();
    private final Time time;
    private Generator generator;                          // guarded by this, like stopped
    private boolean stopped;

    /** @param out for the figures; the progress goes where the search reports its own */
    PlanRun(TestPlan plan, PlanOptions options, JmeterSearch search, PrintStream out, Time time)
            throws IOException {
        this.plan = plan;
        this.options = options;
        this.properties = plan.resolved(options.properties());
        this.search = search;
        this.repository = search.repository();
        this.progress = search.progress();
        this.out = out;
        this.time = time;
        this.load = PlannedLoad.of(plan, options.properties());
        this.warmup = WarmUp.of(options, load);
        if (plan.ours()) {
            String body = properties.getOrDefault("request_body", "");
            options.remote().checkBody(body);
        }
        // each jmeter-server starts its load when it is ready, so this program does not know when the load ends
        boolean isLocal = options.servers() == 0 && !options.remote().exist();
        StatusLine line = StatusLine.on(progress);
        this.summariser = new SummariserProgress(line, load.filter(_ -> isLocal));
    }

    ExitCode run() throws IOException, InterruptedException {
        Optional<MeasuredService> serviceOne =
                new Targets(plan, options, progress, RunningService::all).serviceOne();
        options.remote().reach();
        JmeterHome home = search.find();
        String mode = serviceOne.map(found -> "-" + found.described().service().mode()).orElse("");
        RunFolder folder = RunFolder.create(repository, plan.name() + mode);
        try (StopHook _ = new StopHook(this::stop, localServers::close); localServers) {
            RemoteServers servers = servers(home, folder);
            announce(home, servers.machines());
            Path copy = folder.path().resolve("plan.jmx");
            Path file = PlanXml.withHeaders(options.headers(), plan.file(), copy);
            List<String> arguments = JmeterArguments.run(file, properties, folder);
            arguments.addAll(servers.arguments(properties, repository));
            List<String> heap = heap(!servers.exist());
            return run(home.command(arguments, heap, folder.settings()), folder, serviceOne, servers.machines());
        }
    }

    /** If servers play the users, JMeter itself needs no larger heap. */
    private List<String> heap(boolean playsUsers) {
        return load.isEmpty() || !playsUsers ? JmeterHome.RELEASE_HEAP
                : JmeterHome.heap((int) load.get().load().amount());
    }

    /** Empty if JMeter generates the load without servers. */
    private RemoteServers servers(JmeterHome home, RunFolder folder) throws IOException, InterruptedException {
        for (int i = 1; i <= options.servers(); i++) {
            Path files = folder.path().resolve("server-" + i);
            HostPort address = Child.freeAddress("127.0.0.1");
            localServers.start(home, address, RmiKey.in(repository), Map.of(), files, _ -> { });
        }
        return options.servers() > 0 ? new RemoteServers(localServers.awaitReady()) : options.remote();
    }

    void announce(JmeterHome home, int servers) throws IOException {
        String values = plan.defaults().keySet().stream()
                .map(name -> " " + name + "=" + plan.value(name, properties).orElseThrow())
                .collect(Collectors.joining());
        progress.println("jmeter: " + plan.name() + " with JMeter " + home.version() + ":" + values);
        for (String name : options.properties().keySet()) {
            if (!plan.xml().mentions(name) && !home.hasProperty(name)) {
                progress.println("jmeter: -J" + name
                        + " may have no effect: neither the plan nor JMeter's properties mention it");
            }
        }
        if (!warmup.note().isEmpty()) {
            progress.println("jmeter: " + warmup.note());
        }
        if (servers > 1) {
            progress.println("jmeter: each of the " + servers
                    + " servers runs the whole plan, so users and rates are " + servers + " times as high");
        }
    }

    private ExitCode run(ProcessBuilder builder, RunFolder folder, Optional<MeasuredService> serviceOne, int jmeters)
            throws IOException, InterruptedException {
        Optional<PlannedLoad> whole = load.map(planned -> planned.onEachOf(jmeters));
        Optional<WaitReader> waits = serviceOne.filter(_ -> load.isPresent()).map(WaitReader::new);
        ClockWatch clock = new ClockWatch(time);
        try (Closeable _ = () -> waits.ifPresent(WaitReader::close);
                Generator running = start(builder, folder)) {
            List<ProcessHandle> processes = serviceOne.map(MeasuredService::processes).orElse(List.of());
            Observed contender = Observed.ofRunning(processes, () -> generators(running), running, time);
            while (!running.jmeter().awaitExit(SECOND)) {
                contender.read();
                summariser.show();
                clock.step();
            }
            summariser.end();
            FileTree.delete(folder.temporary());
            double limit = serviceOne.map(found -> found.described().service().limit()).orElse(Double.NaN);
            Optional<Expectation> expectation =
                    waits.map(known -> new Expectation(whole.get().load(), limit, known.law()));
            // another machine's clock stamps the samples of its jmeter-server
            Optional<Observed> measured = Optional.of(contender).filter(_ -> !options.remote().exist());
            PlanReport report = new PlanReport(folder, plan, warmup.seconds(), whole, expectation,
                    options.keepsConnections(), measured);
            ExitCode code = report.print(out, running.jmeter().exitCode(), summariser.total());
            return clock.step() == 0 ? code : sayThatFiguresAreWrong(clock.step());
        }
    }

    private List<ProcessHandle> generators(Generator running) {
        List<ProcessHandle> all = new ArrayList<>(localServers.processes());
        all.addAll(running.jmeter().processes());
        return all;
    }

    /** JMeter stamps its samples with the machine's clock. */
    private ExitCode sayThatFiguresAreWrong(double step) {
        out.printf("this machine's clock was set during the run by %+,.1f s, so the figures are wrong: run it again%n",
                step / 1e3);
        return ExitCode.FAILED;
    }

    private synchronized Generator start(ProcessBuilder builder, RunFolder folder) throws IOException {
        if (stopped) {
            throw new IOException("stopped before JMeter was started");
        }
        generator = Generator.startIgnoringInterrupt(builder, folder.samples(), folder.output(),
                summariser::read);
        return generator;
    }

    /** Ends JMeter gently if possible, and waits for its end. If JMeter has not started yet, prevents its start. */
    void stop() throws IOException, InterruptedException {
        Generator started;
        synchronized (this) {
            stopped = true;
            started = generator;
        }
        if (started == null) {
            localServers.close();
            return;
        }
        summariser.stopping();
        started.end();
    }
}
