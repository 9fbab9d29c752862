package common.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds programs where a shell would. */
public final class SearchPath {
    private SearchPath() {
    }

    /** The first program of that name on the environment's PATH. */
    public static Optional<Path> find(String program, Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder.isEmpty() ? "." : folder, program))
                .filter(file -> Files.isExecutable(file) && Files.isRegularFile(file)).findFirst();
    }
}
