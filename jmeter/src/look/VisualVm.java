package look;

import module java.base;
import common.process.Desktop;
import java.lang.module.ModuleDescriptor.Version;
import process.RunningService;

/** @param version such as 2.1.5; empty if unknown */
public record VisualVm(Path launcher, String version) {
    /** The first version that shows the CPU time of a JDK 25 JVM without {@link #COUNTER} (VisualVM's issue 654). */
    private static final Version FIRST_FIXED = Version.parse("2.2.1");
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** The first version whose command line can name a tab (VisualVM's issue 333). */
    private static final Version FIRST_WITH_TABS = Version.parse("2.1");
    private static final String MONITOR_TAB = "@2";
    private static final Pattern VERSION =
            Pattern.compile("(?m)^visualvm_default_userdir=.*/([0-9][0-9.]*)\"");
    private static final String USER = System.getProperty("user.home");
    private static final String HOW_TO_GET_IT = """
            VisualVM is not installed: not at $VISUALVM_HOME, on the PATH, or in the usual places.
              Debian, Ubuntu   apt-get install visualvm default-jdk
              macOS            brew install --cask visualvm
              otherwise        download it from https://visualvm.github.io, and point VISUALVM_HOME at its folder
            Or use the JDK's own console, which needs nothing else: ./run.sh jconsole""";

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    /** The exception's message says what to install. */
    public static VisualVm find() throws IOException {
        return find(folders(System.getenv()));
    }

    static VisualVm find(List<Path> folders) throws IOException {
        Path launcher = folders.stream().map(folder -> folder.resolve("visualvm"))
                .filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new IOException(HOW_TO_GET_IT));
        return new VisualVm(launcher, versionOf(launcher));
    }

    static List<Path> folders(Map<String, String> environment) {
        List<Path> folders = new ArrayList<>();
        if (environment.containsKey("VISUALVM_HOME")) {
            Path home = Path.of(environment.get("VISUALVM_HOME"));
            folders.addAll(List.of(home.resolve("bin"), home.resolve("Contents/MacOS")));
        }
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            folders.add(Path.of(folder));
        }
        for (String parent : List.of("/Applications", USER + "/Applications")) {
            folders.add(Path.of(parent, "VisualVM.app/Contents/MacOS"));
        }
        for (String parent : List.of("/opt", "/usr/local", USER, USER + "/Downloads")) {
            children(parent, "visualvm").reversed()
                    .forEach(each -> folders.add(each.resolve("bin")));
        }
        return folders;
    }

    private static List<Path> children(String folder, String prefix) {
        File[] all = new File(folder).listFiles((_, name) -> name.startsWith(prefix));
        return all == null ? List.of() : Stream.of(all).map(File::toPath).sorted().toList();
    }

    private static String versionOf(Path launcher) throws IOException {
        Path bin = launcher.toRealPath().getParent();
        return Stream.of("../etc/visualvm.conf", "../Resources/visualvm/etc/visualvm.conf",
                        "/etc/visualvm/visualvm.conf")
                .flatMap(file -> VERSION.matcher(text(bin.resolve(file))).results())
                .map(found -> found.group(1)).findFirst().orElse("");
    }

    private String named() {
        return "VisualVM " + (version.isEmpty() ? "of unknown version" : version);
    }

    /** Also true if the version is unknown. */
    public boolean needsHelpWithCpu() {
        return !isSince(FIRST_FIXED, version);
    }

    private static boolean isSince(Version first, String version) {
        return !version.isEmpty() && Version.parse(version).compareTo(first) >= 0;
    }

    void open(RunningService service, PrintStream out) throws IOException, InterruptedException {
        if (needsHelpWithCpu() && !Jdk.jcmd(service.pid(), "PerfCounter.print").contains(COUNTER)) {
            System.err.println(
                    "the CPU graph will stay at 0 %: start service one with @service-one/jvm-options, as run.sh does");
        }
        Desktop.open("visualvm", List.of(launcher.toString(), "--openpid", target(service.pid())));
        out.println(opens(service));
    }

    private boolean hasTabs() {
        return isSince(FIRST_WITH_TABS, version);
    }

    String opens(RunningService service) {
        return named() + " opens " + service + (hasTabs() ? "; the tab Monitor has the CPU graph"
                : "; choose the tab Monitor: it has the CPU graph");
    }

    String target(long pid) {
        return pid + (hasTabs() ? MONITOR_TAB : "");
    }

    @Override
    public String toString() {
        return named() + " at " + launcher + (needsHelpWithCpu()
                ? ", which needs a JDK from 11 to 24 (the one that visualvm_jdkhome in its visualvm.conf names)" : "");
    }
}
