package look;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An installed VisualVM.
 *
 * @param launcher the program to run
 * @param version  such as 2.1.5, or empty if it does not say
 */
record VisualVm(Path launcher, String version) {
    /** The newest JDK that a VisualVM before {@link #FIRST_FIXED} starts on. */
    private static final int NEWEST_JDK = 24;
    private static final int OLDEST_JDK = 11;
    /** The first that shows the CPU of a JVM of JDK 25 without help (VisualVM's issue 654). */
    private static final Version FIRST_FIXED = Version.parse("2.2.1");
    /** The first whose command line takes a tab to open (VisualVM's issue 333 has the syntax). */
    private static final Version FIRST_WITH_TABS = Version.parse("2.1");
    private static final String MONITOR_TAB = "@2";
    /** Each release keeps its settings in a folder of its name, and says so in its configuration. */
    private static final Pattern VERSION = Pattern.compile("(?m)^visualvm_default_userdir=.*/([0-9][0-9.]*)\"");
    private static final Path DEFAULT_JAVA = Path.of("/usr/lib/jvm/default-java");
    private static final long LONGEST_SCRIPT = 100_000;

    /** The first of $VISUALVM_HOME, the PATH and the usual places that has it. */
    static Optional<VisualVm> find() {
        return folders().stream().map(folder -> folder.resolve("visualvm")).filter(Files::isExecutable).findFirst()
                .map(launcher -> new VisualVm(launcher, versionOf(launcher)));
    }

    private static List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        Path user = Path.of(System.getProperty("user.home"));
        Optional.ofNullable(System.getenv("VISUALVM_HOME")).map(Path::of).ifPresent(home ->
                folders.addAll(List.of(home.resolve("bin"), home.resolve("Contents/MacOS"))));
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            folders.add(Path.of(folder));
        }
        for (Path parent : List.of(Path.of("/Applications"), user.resolve("Applications"))) {
            folders.add(parent.resolve("VisualVM.app/Contents/MacOS"));
        }
        for (Path parent : List.of(Path.of("/opt"), Path.of("/usr/local"), user, user.resolve("Downloads"))) {
            JdkHomes.children(parent, "visualvm").reversed().forEach(each -> folders.add(each.resolve("bin")));
        }
        return folders;
    }

    private static String versionOf(Path launcher) {
        try {
            Path bin = launcher.toRealPath().getParent();
            for (String file : List.of("../etc/visualvm.conf", "../Resources/visualvm/etc/visualvm.conf",
                    "/etc/visualvm/visualvm.conf")) {
                Path settings = bin.resolve(file);
                Matcher version = VERSION.matcher(Files.exists(settings) ? Files.readString(settings) : "");
                if (version.find()) {
                    return version.group(1);
                }
            }
        } catch (IOException e) {
            // then its version stays unknown
        }
        return "";
    }

    /** Whether it shows 0 % for a JVM of JDK 25 that does not help it; also if its version is not known. */
    boolean needsHelpWithCpu() {
        return version.isEmpty() || Version.parse(version).compareTo(FIRST_FIXED) < 0;
    }

    /** What opens a JVM: at the tab Monitor, where this release can; else at its first tab. */
    List<String> opening(int pid) {
        return List.of("--openpid", opensTabs() ? pid + MONITOR_TAB : String.valueOf(pid));
    }

    boolean opensTabs() {
        return !version.isEmpty() && Version.parse(version).compareTo(FIRST_WITH_TABS) >= 0;
    }

    /** A JDK to run it on; empty if there is none that it starts on. */
    Optional<JdkHomes.Home> chooseJdk(List<JdkHomes.Home> homes) {
        int newest = needsHelpWithCpu() ? NEWEST_JDK : Integer.MAX_VALUE;
        return homes.stream().filter(JdkHomes.Home::hasWindows)
                .filter(home -> home.release() >= OLDEST_JDK && home.release() <= newest)
                .max(Comparator.comparingInt(JdkHomes.Home::release));
    }

    /** Debian's launcher refuses to start without Debian's own default JDK, even if it is told another. */
    boolean lacksDefaultJdk() {
        try {
            return Files.size(launcher) < LONGEST_SCRIPT && Files.readString(launcher).contains(DEFAULT_JAVA.toString())
                    && !Files.exists(DEFAULT_JAVA.resolve("bin/javac"));
        } catch (IOException e) {
            return false;      // not a script of text: not Debian's
        }
    }
}
