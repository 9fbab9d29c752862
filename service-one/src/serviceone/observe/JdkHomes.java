package serviceone.observe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of this machine, where installers usually put them. */
final class JdkHomes {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");
    private static final List<String> FOLDERS = List.of("/usr/lib/jvm", "/usr/java", "/opt/java", "/opt", "/Library/Java/JavaVirtualMachines",
            System.getProperty("user.home") + "/.sdkman/candidates/java", System.getProperty("user.home") + "/.jdks");

    /** A JDK and its feature release, such as 21. */
    record Home(Path path, int release) {
        /** Whether windows can be opened with it: Debian's headless packages have no toolkit for the X Window System. */
        boolean hasWindows() {
            Path lib = path.resolve("lib");
            return !System.getProperty("os.name").equals("Linux") || Files.exists(lib.resolve("libawt_xawt.so"));
        }
    }

    private JdkHomes() {
    }

    static List<Home> all() {
        List<Home> homes = new ArrayList<>();
        String javaHome = System.getenv("JAVA_HOME");
        Stream.concat(Stream.ofNullable(javaHome).map(Path::of), FOLDERS.stream().map(Path::of).flatMap(JdkHomes::children))
                .forEach(folder -> addTo(homes, Files.isDirectory(folder.resolve("Contents/Home")) ? folder.resolve("Contents/Home") : folder));
        return homes;
    }

    private static Stream<Path> children(Path folder) {
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(children::add);
        } catch (IOException e) {
            // no such folder on this machine
        }
        return children.stream().sorted();
    }

    private static void addTo(List<Home> homes, Path folder) {
        try {
            if (Files.isExecutable(folder.resolve("bin/javac"))) {
                Matcher version = VERSION.matcher(Files.readString(folder.resolve("release")));
                if (version.find()) {
                    homes.add(new Home(folder, Integer.parseInt(version.group(1))));
                }
            }
        } catch (IOException e) {
            // without a readable release file it is no JDK to rely on
        }
    }
}
