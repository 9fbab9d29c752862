package look;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The tools of the JDK that runs this; a tool understands a JVM of its own release best. No state. */
final class Jdk {
    static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /**
     * Sends a command to a JVM and returns what comes back.
     *
     * @throws CommandException if the JVM is gone or refuses
     */
    static String jcmd(long pid, String... command) throws IOException, InterruptedException {
        return run(Stream.concat(Stream.of(tool("jcmd"), String.valueOf(pid)), Stream.of(command)).toList());
    }

    /** Runs a program to its end and returns what it printed; fails with that if the program does. */
    static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream output = process.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new CommandException(String.join(" ", command) + ": " + text.strip());
            }
            return text;
        }
    }
}
