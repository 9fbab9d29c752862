package process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

public final class Executables {
    private Executables() {
    }

    public static Optional<Path> find(String program, Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder.isEmpty() ? "." : folder, program))
                .filter(file -> Files.isExecutable(file) && Files.isRegularFile(file)).findFirst();
    }

    public static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    public static List<String> javaCommand(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(List.of(arguments));
        return command;
    }
}
