package load;

import common.commandline.CommandLine;
import common.commandline.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Path;

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
        return options.gui() ? new PlanInGui(REPOSITORY, plan, options).open()
                : new PlanRun(REPOSITORY, plan, options).run();
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
}
