package look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of this machine, where installers usually put them. No state. */
final class JdkHomes {
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d+)");
    private static final String USER = System.getProperty("user.home");
    private static final List<String> FOLDERS = List.of("/usr/lib/jvm", "/usr/java", "/opt/java", "/opt",
            "/Library/Java/JavaVirtualMachines", USER + "/.sdkman/candidates/java", USER + "/.jdks");

    /** A JDK and its feature release, such as 21. */
    record Home(Path path, int release) {
        /** Debian's headless packages lack the toolkit for the X Window System. */
        boolean hasWindows() {
            return !System.getProperty("os.name").equals("Linux") || Files.exists(path.resolve("lib/libawt_xawt.so"));
        }
    }

    static List<Home> all() {
        return Stream.concat(Stream.ofNullable(System.getenv("JAVA_HOME")).map(Path::of),
                        FOLDERS.stream().flatMap(folder -> children(Path.of(folder), "").stream()))
                .flatMap(folder -> Stream.of(folder.resolve("Contents/Home"), folder))
                .map(JdkHomes::home).flatMap(Optional::stream).toList();
    }

    /** What is in a folder under names that begin so, sorted; nothing if there is no such folder. */
    static List<Path> children(Path folder, String prefix) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> each.getFileName().toString().startsWith(prefix)).sorted().toList();
        } catch (IOException e) {
            return List.of();      // no such folder on this machine, or not ours to look into
        }
    }

    private static Optional<Home> home(Path folder) {
        try {
            Matcher version = VERSION.matcher(Files.readString(folder.resolve("release")));
            return Files.isExecutable(folder.resolve("bin/javac")) && version.find()
                    ? Optional.of(new Home(folder, Integer.parseInt(version.group(1)))) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();      // without a readable release file it is no JDK to rely on
        }
    }
}
