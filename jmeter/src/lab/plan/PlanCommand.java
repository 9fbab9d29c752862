package lab.plan;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import java.awt.GraphicsEnvironment;
import load.JmeterArguments;
import load.RunFolder;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import process.Child;
import process.Measuring;
import process.Time;

/** {@code ./run.sh jmeter}: runs a plan, opens it, or lists the plans. */
public final class PlanCommand {
    static final Tool TOOL = new Tool("jmeter", "jmeter PLAN [-Jname=value…] [OPTIONS]\njmeter PLAN --help", """
            Runs a JMeter plan against the running service one. Prints throughput, errors, exact percentiles, what
            Little's law predicts, and what makes the figures doubtful, all as compare would. PLAN is one of the plans
            below, or the path of a .jmx file. Samples, log and dashboard go to jmeter/results/PLAN-MODE-TIME/. JMeter
            looks for a file that a plan names in the current folder, then in the plan's (with --header, it runs a copy,
            and looks only in the current folder). JMeter reads user.properties only from its own bin/, not from the
            current folder.
            """, PlanOptions.OPTIONS, """
            Environment: JMETER_HOME, the JMeter to use, 5.5 or newer (default: the one on the PATH, else Maven fetches
            one); HEAP, its heap (default: as large as the plan's users need); JVM_ARGS, more options for its JVM.

            Exit codes: 0 every assertion held; 1 usage; 2 could not start; 3 a request or an assertion failed, a part
            of the load was not made, or some samples could not be written; 130 after Ctrl-C, with the figures so far.

            Plans (./run.sh jmeter PLAN --help describes one and its properties):
            """);
    private static final Path REPOSITORY = Tool.repository();

    private PlanCommand() {
    }

    public static void main(String... arguments) throws InterruptedException {
        // --help may describe a plan
        Measuring.main(TOOL, new String[0], measuring -> _ -> run(measuring, arguments));
    }

    static ExitCode run(Measuring measuring, String... arguments) throws IOException, InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.print(help(arguments));
            return ExitCode.OK;
        }
        PlanOptions options = PlanOptions.parse(arguments);
        if (options.plan().isEmpty()) {
            throw new UsageException("which plan? Choose from: " + String.join(", ", TestPlan.names(REPOSITORY)));
        }
        TestPlan plan = TestPlan.find(REPOSITORY, options.plan(), options.properties());
        plan.check(options.properties());
        if (options.gui()) {
            return open(plan, options);
        }
        JmeterSearch search = new JmeterSearch(REPOSITORY, System.err);
        return new PlanRun(plan, options, search, System.out, Time.REAL).run(measuring);
    }

    static String help(String... arguments) throws IOException {
        try {
            PlanOptions options = PlanOptions.parse(arguments);
            TestPlan plan = TestPlan.find(REPOSITORY, options.plan(), options.properties());
            String comment = plan.xml().comment().strip();
            String properties = "properties: " + plan.defaults();      // the comments of this project's plans have them
            return Stream.of(plan.name(), comment, plan.ours() ? "" : properties)
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("\n\n", "", "\n"));
        } catch (UsageException e) {      // without a valid plan, print the general help
            StringBuilder text = new StringBuilder(TOOL.usage());
            for (String name : TestPlan.names(REPOSITORY)) {
                Set<String> properties = TestPlan.find(REPOSITORY, name).defaults().keySet();
                text.append(String.format("  %-14s %s%n", name, String.join(" ", properties)));
            }
            return text.toString();
        }
    }

    private static ExitCode open(TestPlan plan, PlanOptions options) throws IOException, InterruptedException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new IOException("--gui needs a display, but DISPLAY is not set");
        }
        JmeterHome home = new JmeterSearch(REPOSITORY, System.err).find();
        RunFolder folder = RunFolder.create(REPOSITORY, plan.name() + "-gui");
        Path file = fileToOpen(REPOSITORY, plan.file(), folder, System.err);
        Map<String, String> properties = plan.resolved(options.properties());
        List<String> arguments = JmeterArguments.gui(file, properties, folder);
        ProcessBuilder gui = home.command(arguments, JmeterHome.RELEASE_HEAP, folder.settings());
        return Child.run(gui.inheritIO()) == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
    }

    /**
     * The GUI's Run button first saves the plan, so the GUI gets a copy of this project's plans. It opens any other
     * plan itself, because the plan's owner wants to edit it.
     */
    static Path fileToOpen(Path repository, Path plan, RunFolder folder, PrintStream out) throws IOException {
        Path tools = repository.resolve("jmeter").toRealPath();
        Path real = plan.toRealPath();
        if (!real.startsWith(tools) || real.startsWith(tools.resolve("results"))) {
            return plan;
        }
        Path copy = Files.copy(plan, folder.path().resolve(plan.getFileName()));
        out.println("jmeter: opens a copy, " + copy + "; to keep your changes, copy it to " + plan.getParent()
                + ", or run the copy by its path");
        return copy;
    }
}
