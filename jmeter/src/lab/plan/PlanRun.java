package lab.plan;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.io.HostPort;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Run.Measurement;
import experiment.Run;
import lab.run.ExperimentRunner.Measured;
import lab.run.ExperimentRunner;
import lab.run.Generator;
import lab.run.Measurer;
import lab.run.Observed;
import lab.run.Places;
import lab.run.Policy;
import lab.run.Slot;
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
import process.Measuring;
import process.RunningService;
import process.Time;
import text.StatusLine;

/**
 * One run of a plan at a service that runs already, from the first check to the printed figures. After an interrupt,
 * JMeter finishes the requests in flight, and the figures are those so far.
 */
final class PlanRun implements Measurer {
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
    private final Time time;
    private Optional<MeasuredService> serviceOne;
    private JmeterHome home;
    private ClockWatch clock;
    private PlanReport report;                            // null before JMeter's end
    private boolean interrupted;

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
        int jmeters = options.servers() > 0 ? options.servers() : options.remote().machines();
        this.load = PlannedLoad.of(plan, options.properties()).map(planned -> planned.onEachOf(jmeters));
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

    ExitCode run(Measuring measuring) throws IOException, InterruptedException {
        serviceOne = new Targets(plan, options, progress, RunningService::all).serviceOne();
        options.remote().reach();
        home = search.find();
        ExperimentRunner runner =
                new ExperimentRunner(experiment(), Policy.PLAN, Places.onThisMachine(repository));
        Measured measured = runner.run(this, summariser, measuring);
        Optional<Run> made = measured.results().runs().stream().findFirst();
        if (report == null) {
            throw new IOException(made.map(Run::failure).orElse("stopped before JMeter was started"));
        }
        // another machine's clock stamps the samples of its jmeter-server
        Optional<Run> run = made.filter(each -> each.isMeasured() && !options.remote().exist());
        ExitCode code = report.print(out, summariser.total(), run);
        return clock.step() == 0 ? code : sayThatFiguresAreWrong();
    }

    private Experiment experiment() {
        String mode = serviceOne.map(found -> "-" + found.described().service().mode()).orElse("");
        Load known = load.map(PlannedLoad::load).orElse(PlanReport.UNKNOWN);
        Experiment ofOneUser = Experiment.parse(plan.name() + mode, "", Map.of("jmeter-plan", plan.file().toString(),
                "users", "1", "contender.service", Contender.RUNNING));
        return ofOneUser.once(ofOneUser.contenders(), List.of(known));
    }

    @Override
    public Measurement measure(Slot slot, Path jtl) throws IOException, InterruptedException {
        RunFolder folder = new RunFolder(jtl.getParent());
        try (JmeterServers local = new JmeterServers()) {
            RemoteServers servers = servers(local, folder);
            announce(home, servers.machines());
            try (Generator generator = start(servers, folder)) {
                return measure(generator, local, folder);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Empty if JMeter generates the load without servers. */
    private RemoteServers servers(JmeterServers local, RunFolder folder) throws IOException, InterruptedException {
        for (int i = 1; i <= options.servers(); i++) {
            Path files = folder.path().resolve("server-" + i);
            HostPort address = Child.freeAddress("127.0.0.1");
            local.start(home, address, RmiKey.in(repository), Map.of(), files, _ -> { });
        }
        return options.servers() > 0 ? new RemoteServers(local.awaitReady()) : options.remote();
    }

    void announce(JmeterHome found, int servers) throws IOException {
        String values = plan.defaults().keySet().stream()
                .map(name -> " " + name + "=" + plan.value(name, properties).orElseThrow())
                .collect(Collectors.joining());
        progress.println("jmeter: " + plan.name() + " with JMeter " + found.version() + ":" + values);
        for (String name : options.properties().keySet()) {
            if (!plan.xml().mentions(name) && !found.hasProperty(name)) {
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

    private Generator start(RemoteServers servers, RunFolder folder) throws IOException, InterruptedException {
        Path file = PlanXml.withHeaders(options.headers(), plan.file(), folder.path().resolve("plan.jmx"));
        List<String> arguments = JmeterArguments.run(file, properties, folder);
        arguments.addAll(servers.arguments(properties, repository));
        ProcessBuilder jmeter = home.command(arguments, heap(!servers.exist()), folder.settings());
        return Generator.startIgnoringInterrupt(jmeter, folder.samples(), folder.output(), summariser::read);
    }

    /** If servers play the users, JMeter itself needs no larger heap. */
    private List<String> heap(boolean playsUsers) {
        return load.isEmpty() || !playsUsers ? JmeterHome.RELEASE_HEAP
                : JmeterHome.heap((int) load.get().load().amount());
    }

    private Measurement measure(Generator generator, JmeterServers local, RunFolder folder)
            throws IOException, InterruptedException {
        Optional<WaitReader> waits = serviceOne.filter(_ -> load.isPresent()).map(WaitReader::new);
        clock = new ClockWatch(time);
        List<ProcessHandle> processes = serviceOne.map(MeasuredService::processes).orElse(List.of());
        Observed observed = Observed.ofRunning(processes, () -> generators(local, generator), generator, time);
        try (Closeable _ = () -> waits.ifPresent(WaitReader::close)) {
            awaitEnd(generator, observed);
            summariser.end();
            FileTree.delete(folder.temporary());
            double limit = serviceOne.map(found -> found.described().service().limit()).orElse(Double.NaN);
            Optional<Expectation> expectation =
                    waits.map(known -> new Expectation(load.get().load(), limit, known.law()));
            report = PlanReport.of(folder, plan, warmup.seconds(), load, expectation, options.keepsConnections(),
                    generator.jmeter().exitCode());
        }
        return report.measurement(observed);
    }

    private static List<ProcessHandle> generators(JmeterServers local, Generator generator) {
        List<ProcessHandle> all = new ArrayList<>(local.processes());
        all.addAll(generator.jmeter().processes());
        return all;
    }

    private void awaitEnd(Generator generator, Observed observed) throws IOException, InterruptedException {
        try {
            while (!generator.jmeter().awaitExit(SECOND)) {
                observed.read();
                summariser.show();
                clock.step();
            }
        } catch (InterruptedException e) {
            interrupted = true;
            summariser.stopping();
            generator.end();
        }
    }

    /** JMeter stamps its samples with the machine's clock. */
    private ExitCode sayThatFiguresAreWrong() {
        out.printf("this machine's clock was set during the run by %+,.1f s, so the figures are wrong: run it again%n",
                clock.step() / 1e3);
        return ExitCode.FAILED;
    }
}
