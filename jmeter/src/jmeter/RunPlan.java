package jmeter;

import commandline.ExitCode;
import commandline.UsageException;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import jmeter.install.JmeterHome;
import jmeter.plan.Plan;
import jmeter.plan.PlanOptions;
import jmeter.plan.PlanUsage;
import jmeter.run.JmeterArguments;
import jmeter.run.PlanRun;
import jmeter.run.RunFolder;
import process.JvmChild;

/** {@code ./run.sh jmeter}: runs a plan, opens it, or says what there is. On the main thread. */
public final class RunPlan {
    private final Path repository;

    private RunPlan(Path repository) {
        this.repository = repository;
    }

    public static void main(String... commandLine) throws InterruptedException {
        Path repository = Path.of(System.getProperty("repository", "")).toAbsolutePath();
        System.exit(new RunPlan(repository).run(commandLine).code());
    }

    private ExitCode run(String... commandLine) throws InterruptedException {
        try {
            return run(PlanOptions.parse(commandLine));
        } catch (UsageException e) {
            System.err.println("jmeter: " + e.getMessage() + "\n" + PlanUsage.SHORT);
            return ExitCode.USAGE;
        } catch (IOException e) {
            System.err.println("jmeter: " + e.getMessage());
            return ExitCode.COULD_NOT;
        }
    }

    private ExitCode run(PlanOptions options) throws UsageException, IOException, InterruptedException {
        if (options.plan().isEmpty()) {
            return withoutPlan(options.help());
        }
        Plan plan = Plan.find(repository, options.plan());
        if (options.help()) {
            System.out.print(PlanUsage.of(plan));
            return ExitCode.OK;
        }
        plan.check(options.properties());
        return options.gui() ? open(plan, options) : new PlanRun(repository, plan, options).run();
    }

    private ExitCode withoutPlan(boolean help) throws UsageException, IOException {
        if (!help) {
            throw new UsageException("which plan? There are " + String.join(", ", Plan.names(repository)));
        }
        System.out.print(PlanUsage.of(repository));
        return ExitCode.OK;
    }

    private ExitCode open(Plan plan, PlanOptions options) throws IOException, InterruptedException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new IOException("--gui needs a display, and there is none (DISPLAY is not set)");
        }
        String log = RunFolder.results(repository).resolve("gui.log").toString();
        JmeterHome home = JmeterHome.find(repository, System.err);
        ProcessBuilder gui = home.command(JmeterArguments.gui(plan, options.properties(), log)).inheritIO();
        return JvmChild.run(gui) == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
    }
}
