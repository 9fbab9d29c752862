package common.process;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Opens programs with windows, and leaves them open. No state. */
public final class Desktop {
    /** A program that cannot start has said so by then. */
    private static final int SECONDS_TO_FAIL = 4;

    private Desktop() {
    }

    /**
     * Opens a page in the browser, with the program by which the desktop opens what people click on.
     *
     * @throws IOException as {@link #open}
     */
    public static void browse(URI page) throws IOException, InterruptedException {
        String opener = System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
        open(opener, List.of(opener, page.toString()));
    }

    /**
     * Starts the program, and returns when it seems to stay.
     *
     * @throws IOException if there is no display or no such program, or it ends at once with an error; says which
     */
    public static void open(String name, List<String> command) throws IOException, InterruptedException {
        boolean linux = System.getProperty("os.name").equals("Linux");
        if (linux && System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
            throw new IOException("there is no display to open a window on (DISPLAY is not set)");
        }
        Path output = Files.createTempFile(name, ".log");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile())
                .redirectInput(new File("/dev/null")).start();
        if (process.waitFor(SECONDS_TO_FAIL, TimeUnit.SECONDS) && process.exitValue() != 0) {
            throw new IOException(name + " does not start: " + Files.readString(output).strip());
        }
        System.out.println("opened: " + String.join(" ", command));
    }
}
