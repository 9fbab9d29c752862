package doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The JDK that everything here runs on. Immutable.
 *
 * @param javaHome     what the environment calls JAVA_HOME; empty if nothing
 * @param hasConsole   whether jconsole is among its tools
 * @param hasNoWindows whether it is a headless package, which opens no windows
 */
record JdkCheck(Runtime.Version version, String vendor, Path home, String javaHome, boolean hasConsole,
        boolean hasNoWindows) {
    private static final Runtime.Version FIRST_FIXED = Runtime.Version.parse("25.0.3");

    static JdkCheck look() {
        Path home = Path.of(System.getProperty("java.home"));
        boolean linux = System.getProperty("os.name").equals("Linux");
        return new JdkCheck(Runtime.version(), System.getProperty("java.vendor"), home,
                System.getenv().getOrDefault("JAVA_HOME", ""), Files.isExecutable(home.resolve("bin/jconsole")),
                linux && !Files.exists(home.resolve("lib/libawt_xawt.so")));
    }

    Finding finding() {
        String what = version + " of " + vendor + " at " + home
                + (javaHome.isEmpty() || isChosen() ? "" : "; JAVA_HOME=" + javaHome + " is passed over: no JDK 25");
        return version.compareToIgnoreOptional(FIRST_FIXED) >= 0 ? Finding.ok("JDK", what)
                : Finding.note("JDK", what + "; before " + FIRST_FIXED
                        + " a virtual thread can stay parked for ever, and its request hangs (JDK-8369227)",
                        "install " + FIRST_FIXED + " or newer (https://adoptium.net, or your package manager)");
    }

    private boolean isChosen() {
        try {
            return Path.of(javaHome).toRealPath().equals(home.toRealPath());
        } catch (IOException e) {
            return false;      // there is no such folder
        }
    }

    Finding console() {
        if (hasConsole && !hasNoWindows) {
            return Finding.ok("jconsole", "in the JDK; shows CPU, heap, threads and service one's own figures");
        }
        return Finding.note("jconsole",
                hasConsole ? "in the JDK, which is a headless package and opens no windows" : "not in this JDK",
                "install the whole JDK (Debian, Ubuntu: openjdk-25-jdk without -headless)");
    }
}
