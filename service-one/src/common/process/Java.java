package common.process;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command line of a JVM of the JDK that runs this program. */
public final class Java {
    private Java() {
    }

    public static String executable() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** This program's own class path, as a process in another folder finds it too. */
    static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    public static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(executable()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }
}
