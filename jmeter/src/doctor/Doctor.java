package doctor;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Tool;

public final class Doctor {
    static final Tool TOOL = new Tool("doctor", "doctor", """
            Checks this machine, and says for each item what is there or missing, what that means and what to do.
            It covers the JDK, JMeter, VisualVM and jconsole, the limit on open files, the ports, the machine's
            size and its other load, a browser, the system and this folder. It changes nothing, and takes a few seconds.
            Without a JDK 25, it says only what to install. Each item begins with one of these words:
              ok       nothing to do
              note     a class is possible, but you should know this
              missing  a class is not possible without it

            On Windows, work inside WSL 2 (in PowerShell: wsl --install): the commands are bash scripts that stop
            services with Unix signals. Reports read /proc. Use a Linux folder: /mnt/c is slow.
            """, List.of(), "Exit codes: 0 ready for a class, 1 usage, 2 something is missing.\n");

    record Finding(Mark mark, String subject, String says, List<String> advice) {
        private static final String LINE = "%-8s %-12s %s%n";

        /** Printed as words, because not everybody sees colours. */
        enum Mark {
            OK,
            NOTE,
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

        @Override
        public String toString() {
            return String.format(LINE, mark.name().toLowerCase(Locale.ROOT), subject, says)
                    + advice.stream()
                    .map(line -> String.format(LINE, "", "", "-> " + line))
                    .collect(Collectors.joining());
        }
    }

    private Doctor() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, Doctor::run).code());
    }

    static Tool.ExitCode run(CommandLine line) throws IOException, InterruptedException {
        line.expectNoWord();
        List<Finding> findings = examine(Tool.repository());
        findings.forEach(System.out::print);
        System.out.println(summary(findings));
        return missing(findings).isEmpty() ? Tool.ExitCode.OK : Tool.ExitCode.COULD_NOT;
    }

    private static List<Finding> examine(Path repository) throws IOException, InterruptedException {
        Finding load = MachineChecks.load();
        List<Finding> findings = new ArrayList<>(List.of(
                ToolChecks.jdk(), ToolChecks.jmeter(repository), ToolChecks.visualVm(),
                ToolChecks.jconsole(), ToolChecks.browser(), MachineChecks.files()));
        findings.addAll(MachineChecks.ports());
        findings.addAll(List.of(MachineChecks.size(), load, MachineChecks.system(),
                MachineChecks.folder(repository)));
        return findings;
    }

    static List<String> missing(List<Finding> findings) {
        return findings.stream().filter(finding -> finding.mark == Finding.Mark.MISSING)
                .map(Finding::subject).toList();
    }

    static String summary(List<Finding> findings) {
        if (!missing(findings).isEmpty()) {
            return "Not ready for a class; missing: " + String.join(", ", missing(findings)) + ".";
        }
        return "Ready for a class"
                + (findings.stream().anyMatch(each -> each.mark == Finding.Mark.NOTE)
                        ? "; see the notes above." : ".");
    }
}
