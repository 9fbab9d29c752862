package doctor;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /**
     * What the doctor says of one thing.
     *
     * @param subject the thing, in a word or two
     * @param says    what is there or what is missing, and what that means
     * @param advice  what to do about it; empty where nothing is to be done
     */
    record Finding(Mark mark, String subject, String says, List<String> advice) {
        private static final String LINE = "%-8s %-12s %s%n";

        /** In words, because not everybody sees colours. */
        enum Mark {
            OK,
            /** A class can be given, but something is to be known. */
            NOTE,
            /** Without it no class can be given. */
            MISSING
        }

        static Finding ok(String subject, String says) {
            return new Finding(Mark.OK, subject, says, List.of());
        }

        static Finding note(String subject, String says, String... advice) {
            return new Finding(Mark.NOTE, subject, says, List.of(advice));
        }

        static Finding missing(String subject, String says, String... advice) {
            return new Finding(Mark.MISSING, subject, says, List.of(advice));
        }

        /** Its lines on a terminal. */
        @Override
        public String toString() {
            return String.format(LINE, mark.name().toLowerCase(Locale.ROOT), subject, says) + advice.stream()
                    .map(line -> String.format(LINE, "", "", "-> " + line)).collect(Collectors.joining());
        }
    }

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
        return missing(findings).isEmpty() ? ExitCode.OK : ExitCode.COULD_NOT;
    }

    /** What else runs comes first: the other checks are load themselves. */
    private static List<Finding> examine(Path repository) throws IOException, InterruptedException {
        Finding load = MachineChecks.load();
        List<Finding> findings = new ArrayList<>(List.of(ToolChecks.jdk(), ToolChecks.jmeter(repository),
                ToolChecks.visualVm(), ToolChecks.jconsole(), ToolChecks.browser(), MachineChecks.files()));
        findings.addAll(MachineChecks.ports());
        findings.addAll(List.of(MachineChecks.size(), load, MachineChecks.system(), MachineChecks.folder(repository)));
        return findings;
    }

    /** The things without which no class can be given. */
    static List<String> missing(List<Finding> findings) {
        return findings.stream().filter(finding -> finding.mark == Finding.Mark.MISSING).map(Finding::subject).toList();
    }

    static String summary(List<Finding> findings) {
        if (!missing(findings).isEmpty()) {
            return "No class can be given here; missing: " + String.join(", ", missing(findings)) + ".";
        }
        return "A class can be given here"
                + (findings.stream().anyMatch(each -> each.mark == Finding.Mark.NOTE) ? "; see the notes above." : ".");
    }
}
