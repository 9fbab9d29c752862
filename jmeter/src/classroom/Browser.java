package classroom;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/** Opens a page in the browser, with the program by which the desktop opens what people click on. Stateless. */
final class Browser {
    private Browser() {
    }

    /** Does not wait for it. @throws IOException where there is no display, or no such program */
    static void open(URI page) throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (system.equals("linux") && System.getenv("DISPLAY") == null && System.getenv("WAYLAND_DISPLAY") == null) {
            throw new IOException("there is no display to open a browser on (DISPLAY is not set)");
        }
        new ProcessBuilder(system.startsWith("mac") ? "open" : "xdg-open", page.toString())
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }
}
