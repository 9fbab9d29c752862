package load;

import common.commandline.ExitCode;
import common.process.Child;
import java.awt.GraphicsEnvironment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import load.install.JmeterHome;
import load.install.JmeterSearch;

/**
 * A plan opened in JMeter's GUI, whose Run button saves the plan before it runs it. So a plan of this project is opened
 * as a copy, and running it changes nothing here; somebody's own, given by its path, is what they want to edit.
 * Immutable; used by the main thread, which it keeps until the GUI is closed.
 */
public record PlanInGui(Path repository, Plan plan, PlanOptions options) {
    /** Opens it; all that JMeter writes goes to a folder in jmeter/results. */
    public ExitCode open() throws IOException, InterruptedException {
        if (GraphicsEnvironment.isHeadless()) {
            throw new IOException("--gui needs a display, and there is none (DISPLAY is not set)");
        }
        JmeterHome home = new JmeterSearch(repository, System.err).find();
        RunFolder folder = RunFolder.create(repository, plan.name() + "-gui");
        Path file = file(folder, System.err);
        ProcessBuilder gui = home.commandHere(JmeterArguments.gui(file, options.properties(), folder),
                JmeterHome.RELEASE_HEAP, folder.settings());
        return Child.run(gui.inheritIO()) == 0 ? ExitCode.OK : ExitCode.COULD_NOT;
    }

    /** What to open: the plan itself or, where it is one of this project's, a copy in the folder. */
    Path file(RunFolder folder, PrintStream out) throws IOException {
        if (!isOfThisProject()) {
            return plan.file();
        }
        Path copy = Files.copy(plan.file(), folder.path().resolve(plan.file().getFileName()));
        out.println("jmeter: opens a copy, " + copy + "; to keep changes, copy it to " + plan.file().getParent()
                + ", or run it by that path");
        return copy;
    }

    /** By real paths, because somebody may come by a link. */
    private boolean isOfThisProject() throws IOException {
        Path tools = repository.resolve("jmeter").toRealPath();
        Path file = plan.file().toRealPath();
        return file.startsWith(tools) && !file.startsWith(tools.resolve("results"));
    }
}
