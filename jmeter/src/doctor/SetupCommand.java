package doctor;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;
import load.install.JmeterHome;
import load.install.JmeterSearch;

public final class SetupCommand {
    private static final String FETCH = "--fetch-jmeter";
    static final Tool TOOL = new Tool("setup", "setup [" + FETCH + ']', """
            Prepares this folder for a class without a network: builds the programs, and makes sure that there is a
            JMeter 5.5 or newer. If none is installed (JMETER_HOME, the PATH), Maven fetches one into jmeter/home, once.
            Prints what it fetched and what it found, with place and size, and how to copy the folder to other machines.
            It is safe to repeat. ./run.sh doctor says what else a machine lacks.

            On Windows, work inside WSL 2 (in PowerShell: wsl --install): the commands are bash scripts that stop
            services with Unix signals. Reports read /proc.
            """, List.of(Option.flag(FETCH,
            "fetch a JMeter into this folder even if one is installed, for other machines that have none")),
            "Exit codes: 0 everything is there, 1 usage, 2 something could not be fetched; 130 after Ctrl-C.\n");

    private static final String CARRYING = """

            To copy this folder, pack it whole with its hidden files (%s), and unpack it on a disk of each machine:
                tar -C %s%s -chf /media/stick/%s.tar %s
                tar -xf /media/stick/%s.tar && cd %s && ./run.sh doctor
            A memory stick's file system (FAT, exFAT) loses links and execute permissions; the tar file keeps them.
            From disk to disk, cp -R works, too.
            Each machine needs a JDK 25, version 25.0.3 or newer, for its own system, in JAVA_HOME, on the PATH or in
            the usual places. (This machine's JDK is for %s %s, at %s, and takes %s.)
            A JDK on the stick works, too:
                JAVA_HOME=/path/to/the/jdk ./run.sh loom
            %s""";
    private static final double MEGABYTE = 1e6;

    private SetupCommand() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(TOOL.run(arguments, SetupCommand::run).code());
    }

    static Tool.ExitCode run(CommandLine line) throws IOException, InterruptedException {
        line.expectNoWord();
        prepare(new JmeterSearch(Tool.repository(), System.out), line.has(FETCH));
        return Tool.ExitCode.OK;
    }

    /** Prints where the search reports its progress. */
    static void prepare(JmeterSearch search, boolean fetches) throws IOException, InterruptedException {
        Path repository = search.repository();
        PrintStream out = search.progress();
        out.printf("ready    the three programs, in .build (%s)%n",
                size(repository.resolve(".build")));
        boolean wasThere = search.fetched().isPresent();
        JmeterHome home = fetches ? search.fetch() : search.find();
        if (home.isIn(repository)) {
            out.printf("%-8s JMeter %s at %s (%s)%n", wasThere ? "ready" : "fetched",
                    home.version(), repository.relativize(home.home()), size(home.home()));
        } else {
            out.printf("used     JMeter %s at %s, installed on this machine; copying this folder does not copy"
                    + " it (%s fetches one into the folder)%n", home.version(), home.home(), FETCH);
        }
        out.print(carrying(repository, Path.of(System.getProperty("java.home")),
                home.isIn(repository)));
    }

    static String carrying(Path repository, Path jdk, boolean hasJmeter) throws IOException {
        String name = quoted(repository.getFileName().toString());
        // results belong to this machine, and with the key, anyone could use its jmeter-servers
        Path[] without = {repository.resolve("jmeter/results"), repository.resolve("jmeter/home/rmi-keystore.p12")};
        String leftOut = Stream.of(without)
                .filter(Files::exists)
                .map(each -> " --exclude=" + quoted(repository.getParent().relativize(each).toString()))
                .collect(Collectors.joining());
        return CARRYING.formatted(size(repository, without),
                quoted(repository.getParent().toString()), leftOut, name, name, name, name,
                System.getProperty("os.name"), System.getProperty("os.arch"), jdk, size(jdk),
                hasJmeter ? "" : "Each machine also needs JMeter 5.5 or newer, on the PATH or in JMETER_HOME.\n");
    }

    private static String quoted(String text) {
        return text.matches("[\\w./+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    static String size(Path root, Path... without) throws IOException {
        try (Stream<Path> files = Files.walk(root, FileVisitOption.FOLLOW_LINKS)) {
            long bytes = files.filter(file -> Stream.of(without).noneMatch(file::startsWith))
                    .filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
            return String.format(bytes < 10 * MEGABYTE ? "%.1f MB" : "%.0f MB", bytes / MEGABYTE);
        }
    }
}
