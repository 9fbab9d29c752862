package load.install;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JMeter's version, and whether it is new enough. No state, any thread.
 *
 * <p>5.5 is the oldest that has the Open Model Thread Group. What Debian packages is 2.13, which cannot even load its
 * own templates. The version is read from a jar rather than asked of {@code jmeter -v}, which takes a second of
 * start-up.
 */
final class JmeterVersion {
    static final String OLDEST = "5.5";
    private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d{1,4}\\.\\d{1,4})(\\D.*)?");

    /** The version of the JMeter in a folder; empty where there is none. */
    static Optional<String> in(Path home) {
        Path core = home.resolve("lib/ext/ApacheJMeter_core.jar");
        if (!Files.isRegularFile(core) || !Files.isRegularFile(home.resolve("bin/ApacheJMeter.jar"))) {
            return Optional.empty();
        }
        try (JarFile jar = new JarFile(core.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest == null ? Optional.empty()
                    : Optional.ofNullable(manifest.getMainAttributes().getValue("Implementation-Version"));
        } catch (IOException e) {
            return Optional.empty();      // a jar that cannot be read is no JMeter that can be run
        }
    }

    static boolean isNewEnough(String version) {
        Matcher offered = MAJOR_MINOR.matcher(version);
        return offered.matches() && Version.parse(offered.group(1)).compareTo(Version.parse(OLDEST)) >= 0;
    }
}
