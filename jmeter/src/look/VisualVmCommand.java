package look;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import common.process.Desktop;

/** {@code visualvm}: opens VisualVM on a service, with a CPU graph that moves. No state. */
final class VisualVmCommand {
    private static final String HOW_TO_GET_IT = """
            VisualVM is not installed: not at $VISUALVM_HOME, on the PATH, or in the usual places.
              Debian, Ubuntu   apt-get install visualvm default-jdk
              macOS            brew install --cask visualvm
              otherwise        unpack it from https://visualvm.github.io and point VISUALVM_HOME at its folder
            Or look with the JDK's own console, which needs nothing: ./run.sh jconsole""";
    private static final String NO_JDK = """
            VisualVM %s at %s needs a JDK from 11 to 24 with windows to run on, and none is here.
            Install one (Debian, Ubuntu: apt-get install default-jdk), or VisualVM 2.2.1 or newer.
            Or look with the JDK's own console, which needs nothing: ./run.sh jconsole""";
    private static final String COUNTER = "sun.os.hrt.ticks";

    static void run(RunningService service) throws IOException, InterruptedException {
        VisualVm visualVm = find();
        JdkHomes.Home jdk = jdkFor(visualVm);
        warnIfCpuStaysZero(visualVm, service);
        List<String> command =
                new ArrayList<>(List.of(visualVm.launcher().toString(), "--jdkhome", jdk.path().toString()));
        command.addAll(visualVm.opening(service.pid()));
        Desktop.open("visualvm", command);
        System.out.printf("VisualVM %s, on JDK %d, opens %s; %s%n", visualVm.version(), jdk.release(), service,
                visualVm.opensTabs() ? "the tab Monitor has the CPU graph"
                : "choose the tab Monitor: it has the CPU graph");
    }

    /** Says which would be opened; for people, and for {@code ./run.sh doctor}. */
    static void sayWhich(PrintStream out) throws CommandException {
        VisualVm visualVm = find();
        JdkHomes.Home jdk = jdkFor(visualVm);
        out.printf("VisualVM %s at %s, on JDK %d at %s%n",
                visualVm.version().isEmpty() ? "of unknown version" : visualVm.version(), visualVm.launcher(),
                jdk.release(), jdk.path());
    }

    private static VisualVm find() throws CommandException {
        VisualVm visualVm = VisualVm.find().orElseThrow(() -> new CommandException(HOW_TO_GET_IT));
        if (visualVm.lacksDefaultJdk()) {
            throw new CommandException("Debian's VisualVM needs Debian's own JDK: apt-get install default-jdk");
        }
        return visualVm;
    }

    private static JdkHomes.Home jdkFor(VisualVm visualVm) throws CommandException {
        return visualVm.chooseJdk(JdkHomes.all())
                .orElseThrow(() -> new CommandException(NO_JDK.formatted(visualVm.version(), visualVm.launcher())));
    }

    /** The counter is there if service one was started by run.sh, or with its jvm-options. */
    private static void warnIfCpuStaysZero(VisualVm visualVm, RunningService service)
            throws IOException, InterruptedException {
        if (visualVm.needsHelpWithCpu() && !Jdk.jcmd(service.pid(), "PerfCounter.print").contains(COUNTER)) {
            System.err.println(
                    "the CPU graph will stay at 0 %: start service one with @service-one/jvm-options, as run.sh does");
        }
    }
}
