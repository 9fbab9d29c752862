package serviceone.observe;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
    private static final String FIRST_FIXED = "2.2.1";
    /** Each release keeps its settings in a folder of its name, and says so in its configuration. */
    private static final Pattern VERSION = Pattern.compile("(?m)^visualvm_default_userdir=.*/([0-9][0-9.]*)\"");
    private static final String NAME = System.getProperty("os.name").startsWith("Windows") ? "visualvm.exe" : "visualvm";

    /** The first of $VISUALVM_HOME, the PATH and the usual places that has it. */
    static Optional<VisualVm> find() {
        String home = System.getenv("VISUALVM_HOME");
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(Stream.ofNullable(home).flatMap(each -> Stream.of(Path.of(each, "bin"), Path.of(each, "Contents/MacOS"))),
                        Arrays.stream(path.split(File.pathSeparator)).filter(each -> !each.isEmpty()).map(Path::of), usualFolders())
                .flatMap(folders -> folders).map(folder -> folder.resolve(NAME)).filter(Files::isExecutable).findFirst()
                .map(launcher -> new VisualVm(launcher, versionOf(launcher)));
    }

    private static Stream<Path> usualFolders() {
        Path user = Path.of(System.getProperty("user.home"));
        List<Path> folders = new ArrayList<>(List.of(Path.of("/Applications/VisualVM.app/Contents/MacOS"),
                user.resolve("Applications/VisualVM.app/Contents/MacOS")));
        for (Path parent : List.of(Path.of("/opt"), Path.of("/usr/local"), user, user.resolve("Downloads"))) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:visualvm*");
            try (Stream<Path> children = Files.list(parent)) {
                children.filter(each -> matcher.matches(each.getFileName())).sorted(Comparator.reverseOrder())
                        .map(each -> each.resolve("bin")).forEach(folders::add);
            } catch (IOException e) {
                // no such folder, or not ours to look into
            }
        }
        return folders.stream();
    }

    private static String versionOf(Path launcher) {
        try {
            Path bin = launcher.toRealPath().getParent();
            for (Path file : List.of(bin.resolve("../etc/visualvm.conf"), bin.resolve("../Resources/visualvm/etc/visualvm.conf"),
                    Path.of("/etc/visualvm/visualvm.conf"))) {
                Matcher version = VERSION.matcher(Files.exists(file) ? Files.readString(file) : "");
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
        return compareVersions(version, FIRST_FIXED) < 0;
    }

    /** A JDK to run it on; empty if there is none that it starts on. */
    Optional<JdkHomes.Home> chooseJdk(List<JdkHomes.Home> homes) {
        int newest = needsHelpWithCpu() ? NEWEST_JDK : Integer.MAX_VALUE;
        return homes.stream().filter(home -> home.release() >= OLDEST_JDK && home.release() <= newest && home.hasWindows())
                .max(Comparator.comparingInt(JdkHomes.Home::release));
    }

    /** Debian's launcher refuses to start without Debian's own default JDK, even if it is told another. */
    boolean lacksDefaultJdk() {
        try {
            return Files.size(launcher) < 100_000 && Files.readString(launcher).contains("/usr/lib/jvm/default-java")
                    && !Files.exists(Path.of("/usr/lib/jvm/default-java/bin/javac"));
        } catch (IOException e) {
            return false;      // no script of text: not Debian's
        }
    }

    /** Less than, equal to or greater than 0, by the numbers between the dots. */
    static int compareVersions(String one, String other) {
        return Arrays.compare(numbers(one), numbers(other));
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.")).filter(part -> !part.isEmpty()).mapToInt(Integer::parseInt).toArray();
    }
}
