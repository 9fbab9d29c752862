package look;

import module java.base;
import common.process.Desktop;
import java.lang.module.ModuleDescriptor.Version;
import process.RunningService;

/** @param version such as 2.1.5; empty if unknown */
public record VisualVm(Path launcher, String version, Home jdk) {
    private static final int NEWEST_JDK_BEFORE_FIX = 24;
    private static final int OLDEST_JDK = 11;
    /** The first version that shows the CPU time of a JDK 25 JVM without {@link #COUNTER} (VisualVM's issue 654). */
    private static final Version FIRST_FIXED = Version.parse("2.2.1");
    private static final String COUNTER = "sun.os.hrt.ticks";
    /** The first version whose command line can name a tab (VisualVM's issue 333). */
    private static final Version FIRST_WITH_TABS = Version.parse("2.1");
    private static final String MONITOR_TAB = "@2";
    private static final Pattern VERSION =
            Pattern.compile("(?m)^visualvm_default_userdir=.*/([0-9][0-9.]*)\"");
    private static final Path DEFAULT_JAVA = Path.of("/usr/lib/jvm/default-java");
    private static final String USER = System.getProperty("user.home");
    private static final String HOW_TO_GET_IT = """
            VisualVM is not installed: not at $VISUALVM_HOME, on the PATH, or in the usual places.
              Debian, Ubuntu   apt-get install visualvm default-jdk
              macOS            brew install --cask visualvm
              otherwise        download it from https://visualvm.github.io, and point VISUALVM_HOME at its folder
            Or use the JDK's own console, which needs nothing else: ./run.sh jconsole""";
    private static final String NO_JDK = """
            %s at %s needs a JDK from 11 to 24 that can open windows, and there is none here.
            (VisualVM 2.2.1 and newer also run on newer JDKs.)
            Install such a JDK (Debian, Ubuntu: apt-get install default-jdk).
            Or use the JDK's own console, which needs nothing else: ./run.sh jconsole""";

    public record Home(Path path, int release) {
        private static final Pattern RELEASE =
                Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");
        private static final List<String> FOLDERS =
                List.of("/usr/lib/jvm", "/usr/java", "/opt/java", "/opt",
                        "/home/linuxbrew/.linuxbrew/opt", "/Library/Java/JavaVirtualMachines",
                USER + "/.sdkman/candidates/java", USER + "/.jdks", USER + "/.gradle/jdks",
                USER + "/.local/share/mise/installs/java", USER + "/.asdf/installs/java",
                USER + "/.jenv/versions");

        private static List<Home> all() {
            Stream<Path> named = Stream.ofNullable(System.getenv("JAVA_HOME")).map(Path::of);
            Stream<Path> usual = FOLDERS.stream().flatMap(folder -> children(folder, "").stream());
            return Stream.concat(named, usual)
                    .flatMap(folder -> Stream.of("Contents/Home", "libexec", "")
                            .map(folder::resolve))
                    .filter(folder -> Files.isExecutable(folder.resolve("bin/javac")))
                    .flatMap(Home::at).toList();
        }

        private static Stream<Home> at(Path folder) {
            return RELEASE.matcher(text(folder.resolve("release"))).results().limit(1)
                    .map(release -> new Home(folder, Integer.parseInt(release.group(1))));
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    /** Debian's headless JDKs cannot open windows. */
    public static boolean hasWindows(Path jdk) {
        return !System.getProperty("os.name").equals("Linux")
                || Files.exists(jdk.resolve("lib/libawt_xawt.so"));
    }

    /** The exception's message says what to install. */
    public static VisualVm find() throws IOException {
        return find(folders(System.getenv()), Home.all());
    }

    static VisualVm find(List<Path> folders, List<Home> homes) throws IOException {
        Path launcher = folders.stream().map(folder -> folder.resolve("visualvm"))
                .filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new IOException(HOW_TO_GET_IT));
        // Debian's launcher insists on Debian's own default JDK.
        if (text(launcher).contains(DEFAULT_JAVA.toString())
                && !Files.exists(DEFAULT_JAVA.resolve("bin/javac"))) {
            throw new IOException("Debian's VisualVM needs Debian's own JDK: apt-get install default-jdk");
        }
        String version = versionOf(launcher);
        Home jdk = chooseJdk(version, homes)
                .orElseThrow(() -> new IOException(NO_JDK.formatted(named(version), launcher)));
        return new VisualVm(launcher, version, jdk);
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

    private static String named(String version) {
        return "VisualVM " + (version.isEmpty() ? "of unknown version" : version);
    }

    static Optional<Home> chooseJdk(String version, List<Home> homes) {
        int newest = isSince(FIRST_FIXED, version) ? Integer.MAX_VALUE : NEWEST_JDK_BEFORE_FIX;
        return homes.stream().filter(home -> hasWindows(home.path))
                .filter(home -> home.release >= OLDEST_JDK && home.release <= newest)
                .max(Comparator.comparingInt(Home::release));
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
        Desktop.open("visualvm", List.of(launcher.toString(), "--jdkhome", jdk.path.toString(),
                "--openpid", target(service.pid())));
        out.println(opens(service));
    }

    private boolean hasTabs() {
        return isSince(FIRST_WITH_TABS, version);
    }

    String opens(RunningService service) {
        return String.format("%s, on JDK %d, opens %s; %s", named(version), jdk.release, service,
                hasTabs() ? "the tab Monitor has the CPU graph"
                : "choose the tab Monitor: it has the CPU graph");
    }

    String target(long pid) {
        return pid + (hasTabs() ? MONITOR_TAB : "");
    }

    @Override
    public String toString() {
        return String.format("%s at %s, on JDK %d at %s", named(version),
                launcher, jdk.release, jdk.path);
    }
}
