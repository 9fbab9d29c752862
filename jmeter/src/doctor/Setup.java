package doctor;

import common.commandline.CommandLine;
import common.commandline.ExitCode;
import common.commandline.Option;
import common.commandline.Tool;
import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import load.install.JmeterHome;

/**
 * The program {@code ./run.sh setup}: sees that everything which a class without a network needs is in the project's
 * folder, and says how to carry that to other machines. The programs are built by then, by run.sh itself. On the main
 * thread.
 */
public final class Setup {
    private static final String FETCH = "--fetch-jmeter";
    private static final String USAGE = """
            usage: ./run.sh setup [--fetch-jmeter]

            Makes this folder ready for a class without a network: builds the programs, and sees that there is a JMeter
            5.5 or newer. Where none is installed (JMETER_HOME, the PATH), Maven fetches one into jmeter/home, once.
            Says what was fetched and what was there, where it is and how large, and how to carry the folder to other
            machines. To give it again does no harm. ./run.sh doctor says what else a machine lacks.

            On Windows, work inside WSL 2 (in PowerShell: wsl --install): the commands are bash scripts that stop
            services by Unix signals, and reports read /proc.

              --fetch-jmeter   fetch a JMeter into this folder even where one is installed: for machines that have none
              -h, --help       print this and exit

            Exit codes: 0 all is there, 1 usage, 2 something could not be fetched; 130 after Ctrl-C.
            """;

    private final Path repository;

    private Setup(Path repository) {
        this.repository = repository;
    }

    public static void main(String... arguments) throws InterruptedException {
        Setup setup = new Setup(Tool.repository());
        System.exit(new Tool("setup", '[' + FETCH + ']').run(() -> setup.run(arguments)).code());
    }

    private ExitCode run(String... arguments) throws UsageException, IOException, InterruptedException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.print(USAGE);
            return ExitCode.OK;
        }
        CommandLine line = CommandLine.parse(List.of(Option.flag(FETCH)), arguments);
        line.expectNoWord();
        System.out.printf("ready    the three programs, in .build (%s)%n", Size.of(repository.resolve(".build")));
        JmeterHome home = jmeter(line.has(FETCH));
        System.out.print(new Carrying(repository, Path.of(System.getProperty("java.home")), home.isIn(repository)));
        return ExitCode.OK;
    }

    private JmeterHome jmeter(boolean intoThisFolder) throws IOException, InterruptedException {
        boolean wasThere = JmeterHome.fetched(repository).isPresent();
        JmeterHome home = FetchProgress.shown(progress -> intoThisFolder ? JmeterHome.fetch(repository, progress)
                : JmeterHome.find(repository, progress));
        if (!home.isIn(repository)) {
            System.out.printf("used     JMeter %s at %s, installed on this machine; it is not carried with this folder"
                    + " (%s fetches one that is)%n", home.version(), home.home(), FETCH);
        } else {
            System.out.printf("%-8s JMeter %s at %s (%s)%n", wasThere ? "ready" : "fetched", home.version(),
                    repository.relativize(home.home()), Size.of(home.home()));
        }
        return home;
    }
}
