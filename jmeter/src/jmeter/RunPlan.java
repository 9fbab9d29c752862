package jmeter;

import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.nio.file.Path;

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

    private Exit run(String... commandLine) throws InterruptedException {
        try {
            return run(PlanOptions.parse(commandLine));
        } catch (UsageException e) {
            System.err.println("jmeter: " + e.getMessage() + "\n" + PlanUsage.SHORT);
            return Exit.USAGE;
        } catch (IOException e) {
            System.err.println("jmeter: " + e.getMessage());
            return Exit.NO_START;
        }
    }

    private Exit run(PlanOptions options) throws UsageException, IOException, InterruptedException {
        if (options.plan().isEmpty()) {
            return withoutPlan(options.help());
        }
        Plan plan = Plan.find(repository, options.plan());
        if (options.help()) {
            System.out.print(PlanUsage.of(plan));
            return Exit.OK;
        }
        plan.check(options.properties());
        return options.gui() ? open(plan, options) : new PlanRun(repository, plan, options).run();
    }

    private Exit withoutPlan(boolean help) throws UsageException, IOException {
        if (!help) {
            throw new UsageException("which plan? There are " + String.join(", ", Plan.names(repository)));
        }
        System.out.print(PlanUsage.of(repository));
        return Exit.OK;
    }

    private Exit open(Plan plan, PlanOptions options) throws IOException, InterruptedException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new IOException("--gui needs a display, and there is none (DISPLAY is not set)");
        }
        String log = RunFolder.results(repository).resolve("gui.log").toString();
        JmeterHome home = JmeterHome.find(repository, System.err);
        ProcessBuilder gui = home.command(JmeterArguments.gui(plan, options.properties(), log)).inheritIO();
        return Child.run(gui) == 0 ? Exit.OK : Exit.NO_START;
    }
}
