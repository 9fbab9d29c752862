package look;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One of the services, started as a process of its own on a free port. It ends when this process does, because its
 * standard input is a pipe from here.
 */
final class StartedService implements AutoCloseable {
    private static final String READY = "ready at http://";

    private final Process process;
    private final String address;

    /** @throws CommandException if it ends instead of saying that it is ready; it has said why on standard error */
    StartedService(String module, String mainClass, String... arguments) throws IOException {
        Path repository = Observe.repository();
        List<String> command = new ArrayList<>(List.of(
                Jdk.tool("java"), "@" + repository.resolve(module + "/jvm-options"), "-cp",
                repository.resolve(".build/" + module + ".jar").toString(), mainClass));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--port", "0", "--until-stdin-closes"));
        process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String line = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (line == null || !line.contains(READY)) {
            close();
            throw new CommandException("a service did not start");
        }
        address = line.substring(line.indexOf(READY) + READY.length()).split(" ")[0];
    }

    /** Host and port. */
    String address() {
        return address;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
