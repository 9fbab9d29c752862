package jmeter.run;

import commandline.ExitCode;
import commandline.StatusLine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jmeter.install.FileTree;
import jmeter.install.JmeterHome;
import jmeter.jtl.Summary;
import jmeter.plan.Plan;
import jmeter.plan.PlanOptions;
import jmeter.remote.HostPort;
import jmeter.remote.LocalServers;
import jmeter.remote.RemoteArguments;
import jmeter.remote.RmiKey;
import process.StopHook;

/** One run of a plan, from the first check to the printed figures. On the main thread; the shutdown may stop it. */
public final class PlanRun {
    private final Path repository;
    private final Plan plan;
    private final PlanOptions options;
    private final PrintStream progress = System.err;      // so that standard output holds the figures alone
    private final LocalServers localServers = new LocalServers();
    private volatile JmeterRun run;                       // null before JMeter is started

    public PlanRun(Path repository, Plan plan, PlanOptions options) {
        this.repository = repository;
        this.plan = plan;
        this.options = options;
    }

    public ExitCode run() throws IOException, InterruptedException {
        Targets targets = new Targets(plan, options, progress);
        targets.checkServiceOne();
        String callback = targets.checkServers();
        JmeterHome home = JmeterHome.find(repository, progress);
        RunFolder folder = RunFolder.create(repository, plan.name());
        try (StopHook _ = new StopHook(this::stop, localServers::close); localServers) {
            localServers.start(options.servers(), home, folder.path(), repository);
            List<HostPort> servers = options.servers() > 0 ? localServers.addresses() : options.remote();
            announce(home, servers);
            return report(folder, run(home, folder, servers, callback));
        }
    }

    private void stop() throws IOException, InterruptedException {
        if (run == null) {
            localServers.close();
        } else {
            run.stop();
        }
    }

    /** Returns JMeter's exit code. */
    private int run(JmeterHome home, RunFolder folder, List<HostPort> servers, String callback)
            throws IOException, InterruptedException {
        List<String> arguments = JmeterArguments.run(plan, options.properties(), folder);
        if (!servers.isEmpty()) {
            arguments.addAll(RemoteArguments.controller(options.properties(), servers, RmiKey.in(repository),
                    callback));
        }
        run = new JmeterRun(new SummariserProgress(StatusLine.on(progress)), folder.output());
        int exit = run.run(home.command(arguments));
        FileTree.delete(folder.temporary());
        return exit;
    }

    private void announce(JmeterHome home, List<HostPort> servers) {
        StringBuilder values = new StringBuilder();
        plan.defaults().forEach((name, byDefault) ->
                values.append(' ').append(name).append('=').append(options.properties().getOrDefault(name, byDefault)));
        progress.println("jmeter: " + plan.name() + " with JMeter " + home.version() + ":" + values);
        if (servers.size() > 1) {
            progress.println("jmeter: each of the " + servers.size()
                    + " servers runs the whole plan: users and rates count " + servers.size() + " times");
        }
    }

    private ExitCode report(RunFolder folder, int exit) throws IOException {
        Summary summary = Files.exists(folder.samples()) ? Summary.of(folder.samples(), options.warmup()) : null;
        if (summary == null || summary.isEmpty()) {
            throw withoutSamples(folder, exit);
        }
        summary.print(System.out);
        System.out.println("samples    " + folder.samples());
        System.out.println("log        " + folder.log());
        Path dashboard = folder.dashboard().resolve("index.html");
        System.out.println("dashboard  " + (Files.exists(dashboard) ? dashboard : "none: see " + folder.output()));
        return summary.failed() || exit != 0 ? ExitCode.FAILED : ExitCode.OK;
    }

    private IOException withoutSamples(RunFolder folder, int exit) {
        String reason = JmeterLog.reason(folder);
        String key = reason.contains("SSL") || reason.contains("PKIX")
                ? "\nthe machines need the same jmeter/home/rmi-keystore.p12: copy one to all others" : "";
        return new IOException("JMeter made no request (exit code " + exit + "): " + reason + key);
    }
}
