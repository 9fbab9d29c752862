package serviceone.observe;

import java.io.IOException;
import java.util.List;
import serviceone.desktop.Desktop;

/** {@code visualvm}: opens VisualVM on a service, with a CPU graph that moves. */
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
        VisualVm visualVm = VisualVm.find().orElseThrow(() -> new CommandException(HOW_TO_GET_IT));
        if (visualVm.lacksDefaultJdk()) {
            throw new CommandException("Debian's VisualVM needs Debian's own JDK: apt-get install default-jdk");
        }
        JdkHomes.Home jdk = visualVm.chooseJdk(JdkHomes.all())
                .orElseThrow(() -> new CommandException(NO_JDK.formatted(visualVm.version(), visualVm.launcher())));
        warnIfCpuStaysZero(visualVm, service);
        Desktop.open("visualvm", List.of(visualVm.launcher().toString(), "--jdkhome", jdk.path().toString(),
                "--openpid", String.valueOf(service.pid())));
        System.out.printf("VisualVM %s, on JDK %d, opens %s; its tab Monitor has the CPU graph%n",
                visualVm.version(), jdk.release(), service);
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
