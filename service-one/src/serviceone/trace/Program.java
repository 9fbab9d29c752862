package serviceone.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One of the services in a process of its own, which ends when this does: its standard input is a pipe from here. */
final class Program implements AutoCloseable {
    private final Process process;
    private final String address;

    /** @throws IOException if the service ends instead of saying that it is ready; it has said why on standard error */
    Program(Path repository, String module, String mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(tool("java"), "@" + repository.resolve(module).resolve("jvm-options"),
                "-cp", repository.resolve(".build").resolve(module + ".jar").toString(), mainClass));
        command.addAll(List.of(arguments));
        command.add("--until-stdin-closes");
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        address = readAddress();
    }

    /** A tool of the JDK that runs this. */
    static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    private String readAddress() throws IOException {
        String mark = "ready at http://";
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null || !line.contains(mark)) {
            close();
            throw new IOException("a service did not start");
        }
        return line.substring(line.indexOf(mark) + mark.length()).split(" ")[0];
    }

    /** Host and port. */
    String address() {
        return address;
    }

    /** What {@code jcmd} prints when it sends the command to this program. */
    String jcmd(String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(tool("jcmd"), String.valueOf(process.pid())));
        line.addAll(List.of(command));
        Process jcmd = new ProcessBuilder(line).redirectErrorStream(true).start();
        try (InputStream output = jcmd.getInputStream()) {
            String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            jcmd.waitFor();
            return text;
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
