package look;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The tools of the JDK that runs this; a tool understands a JVM of its own release best. */
final class Jdk {
    private Jdk() {
    }

    static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /**
     * Sends a command to a JVM and returns what comes back.
     *
     * @throws IOException if the JVM is gone or refuses
     */
    static String jcmd(long pid, String... command) throws IOException, InterruptedException {
        List<String> words = Stream.concat(Stream.of(tool("jcmd"), String.valueOf(pid)), Stream.of(command)).toList();
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        try (InputStream said = process.getInputStream()) {
            String output = new String(said.readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", words) + ": " + output.strip());
            }
            return output;
        }
    }

    /**
     * What {@code jcmd PID Thread.dump_to_file} writes. It knows the virtual threads too, which {@code Thread.print}
     * and the graphical tools do not.
     */
    static String threadDump(long pid, String format) throws IOException, InterruptedException {
        Path file = Files.createTempFile("threads", '.' + format);
        try {
            jcmd(pid, "Thread.dump_to_file", "-format=" + format, "-overwrite", file.toString());
            return Files.readString(file);
        } finally {
            Files.delete(file);
        }
    }
}
