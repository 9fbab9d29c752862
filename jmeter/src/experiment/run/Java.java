package experiment.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command line of a JVM of the JDK that runs the experiment. */
final class Java {
    private Java() {
    }

    static String executable() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(executable()));
        command.addAll(Arrays.asList(arguments));
        return command;
    }
}
