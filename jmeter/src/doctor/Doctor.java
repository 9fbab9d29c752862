package doctor;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import doctor.Finding.Mark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The program {@code ./run.sh doctor}: looks at the machine, and says what a class will find there and what it will
 * miss.
 */
public final class Doctor {
    private static final Tool TOOL = new Tool("doctor", "doctor", """
            Looks at this machine and says, a line for each thing, what is there, what is missing, what that means and
            what to do: the JDK, JMeter, VisualVM and jconsole, how many files may be open, the ports, the machine's
            size and what else runs on it, a browser, the system and this folder. It changes nothing, takes some
            seconds, and also works where there is no JDK 25. ok: as it should be; note: a class can be given, and you
            should know this; missing: without it, it cannot.

            On Windows, work inside WSL 2 (in PowerShell: wsl --install), in a folder of Linux's own rather than
            /mnt/c: the commands are bash scripts that stop services by Unix signals, and reports read /proc.
            """, List.of(), "Exit codes: 0 a class can be given, 1 usage, 2 something is missing.\n");

    private Doctor() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, Doctor::run).code());
    }

    private static ExitCode run(CommandLine line) throws UsageException, IOException, InterruptedException {
        line.expectNoWord();
        List<Finding> findings = examine(Tool.repository());
        findings.forEach(System.out::print);
        System.out.println(summary(findings));
        return isEnough(findings) ? ExitCode.OK : ExitCode.COULD_NOT;
    }

    /** What else runs comes first: the other checks are load themselves. */
    private static List<Finding> examine(Path repository) throws IOException, InterruptedException {
        Finding load = MachineChecks.load();
        List<Finding> findings = new ArrayList<>(List.of(ToolChecks.jdk(), ToolChecks.jmeter(repository),
                ToolChecks.visualVm(), ToolChecks.jconsole(), ToolChecks.browser(), MachineChecks.files()));
        for (MachineChecks.Port port : MachineChecks.PORTS) {
            findings.add(port.finding());
        }
        findings.addAll(List.of(MachineChecks.size(), load, MachineChecks.system(), MachineChecks.folder(repository)));
        return findings;
    }

    static boolean isEnough(List<Finding> findings) {
        return findings.stream().noneMatch(finding -> finding.mark() == Mark.MISSING);
    }

    static String summary(List<Finding> findings) {
        if (isEnough(findings)) {
            boolean noted = findings.stream().anyMatch(finding -> finding.mark() == Mark.NOTE);
            return "A class can be given here" + (noted ? "; see the notes above." : ".");
        }
        return findings.stream().filter(finding -> finding.mark() == Mark.MISSING).map(Finding::subject)
                .collect(Collectors.joining(", ", "No class can be given here; missing: ", "."));
    }
}
