package jmeter;

import commandline.CommandLine;
import commandline.ExitCode;
import commandline.Tool;
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
import process.Child;

/** {@code ./run.sh jmeter}: runs a plan, opens it, or says what there is. On the main thread. */
public final class RunPlan {
    private static final Path REPOSITORY = Tool.repository();

    private RunPlan() {
    }

    public static void main(String... arguments) throws InterruptedException {
        Tool tool = new Tool("jmeter", "PLAN [-Jname=value…] [OPTIONS]");
        System.exit(tool.run(() -> run(arguments)).code());
    }

    private static ExitCode run(String... arguments) throws UsageException, IOException, InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            return help(arguments);
        }
        PlanOptions options = PlanOptions.parse(arguments);
        if (options.plan().isEmpty()) {
            throw new UsageException("which plan? There are " + String.join(", ", Plan.names(REPOSITORY)));
        }
        Plan plan = Plan.find(REPOSITORY, options.plan());
        plan.check(options.properties());
        return options.gui() ? open(plan, options) : new PlanRun(REPOSITORY, plan, options).run();
    }

    /** Usage of the plan that was named; of the command where none was, or where anything else is wrong. */
    private static ExitCode help(String... arguments) throws UsageException, IOException {
        String text;
        try {
            text = PlanUsage.of(Plan.find(REPOSITORY, PlanOptions.parse(arguments).plan()));
        } catch (UsageException e) {
            text = PlanUsage.of(REPOSITORY);      // whoever asks for help is not told what is wrong
        }
        System.out.print(text);
        return ExitCode.OK;
    }

    private static ExitCode open(Plan plan, PlanOptions options) throws IOException, InterruptedException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new IOException("--gui needs a display, and there is none (DISPLAY is not set)");
        }
        String log = RunFolder.results(REPOSITORY).resolve("gui.log").toString();
        JmeterHome home = JmeterHome.find(REPOSITORY, System.err);
        ProcessBuilder gui = home.command(JmeterArguments.gui(plan, options.properties(), log)).inheritIO();
        return Child.run(gui) == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
    }
}
