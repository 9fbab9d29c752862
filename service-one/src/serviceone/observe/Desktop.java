package serviceone.observe;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens programs with windows, and leaves them open. No state. */
final class Desktop {
    /** A program that cannot start has said so by then. */
    private static final int SECONDS_TO_FAIL = 4;

    /**
     * Starts the program, and returns when it seems to stay.
     *
     * @throws CommandException if there is no display, or the program ends at once with an error; with what it said
     */
    static void open(String name, List<String> command) throws IOException, InterruptedException {
        boolean linux = System.getProperty("os.name").equals("Linux");
        if (linux && System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
            throw new CommandException("there is no display to open a window on (DISPLAY is not set)");
        }
        Path output = Files.createTempFile(name, ".log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null")).start();
        if (process.waitFor(SECONDS_TO_FAIL, TimeUnit.SECONDS) && process.exitValue() != 0) {
            throw new CommandException(name + " does not start: " + Files.readString(output).strip());
        }
        System.out.println("opened: " + String.join(" ", command));
    }
}
