package doctor;

import common.process.SearchPath;
import java.util.Map;

/**
 * What opens a page for {@code --open}. Immutable.
 *
 * @param opener     the desktop's program for that
 * @param hasOpener  whether it is there
 * @param hasDisplay whether there is a screen to open windows on
 */
record BrowserCheck(String opener, boolean hasOpener, boolean hasDisplay) {
    static BrowserCheck look() {
        Map<String, String> environment = System.getenv();
        boolean mac = System.getProperty("os.name").startsWith("Mac");
        String opener = mac ? "open" : "xdg-open";
        return new BrowserCheck(opener, SearchPath.find(opener, environment).isPresent(),
                mac || environment.containsKey("DISPLAY") || environment.containsKey("WAYLAND_DISPLAY"));
    }

    Finding finding() {
        if (!hasDisplay) {
            return Finding.note("browser", "no display here (DISPLAY is not set): --open, VisualVM and jconsole open "
                    + "nothing", "from your own machine: ssh -L 8083:127.0.0.1:8083 HOST, and http://127.0.0.1:8083/");
        }
        return hasOpener ? Finding.ok("browser", "--open opens pages with " + opener)
                : Finding.note("browser", "no " + opener + ": --open cannot open a page",
                        "open the printed address by hand, or install " + opener + " (Debian, Ubuntu: xdg-utils)");
    }
}
