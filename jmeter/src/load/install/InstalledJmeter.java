package load.install;

import common.process.SearchPath;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for a JMeter that somebody installed, and says why one that is too old is passed over. No state, any thread.
 */
final class InstalledJmeter {
    static Optional<JmeterHome> find(Map<String, String> environment, PrintStream progress) {
        String chosen = environment.getOrDefault("JMETER_HOME", "");
        Optional<JmeterHome> home = chosen.isEmpty() ? Optional.empty()
                : accepted("JMETER_HOME=" + chosen, Path.of(chosen).toAbsolutePath(), progress);
        return home.or(() -> SearchPath.find("jmeter", environment)
                .flatMap(script -> accepted(script.toString(), homeOf(script), progress)));
    }

    private static Optional<JmeterHome> accepted(String what, Path folder, PrintStream progress) {
        Optional<JmeterHome> home = JmeterHome.in(folder);
        if (home.isPresent() && home.get().isNewEnough()) {
            return home;
        }
        String found = home.isPresent() ? "is JMeter " + home.get().version() : "leads to no JMeter";
        progress.println("jmeter: " + what + " " + found + "; " + JmeterVersion.OLDEST
                + " or newer is needed, so it is passed over");
        return Optional.empty();
    }

    /** The script may be a link to the one in the home's bin/, or, from Homebrew, one beside libexec/ that calls it. */
    private static Path homeOf(Path script) {
        Path folder = realPath(script).getParent().resolveSibling("");
        Path libexec = folder.resolve("libexec");
        return Files.isDirectory(libexec) ? libexec : folder;
    }

    private static Path realPath(Path script) {
        try {
            return script.toRealPath();
        } catch (IOException e) {
            return script.toAbsolutePath();      // gone since it was found: what follows finds no JMeter there
        }
    }
}
