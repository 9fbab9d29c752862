package doctor;

import module java.base;
import common.process.Desktop;
import common.process.JdkBug;
import doctor.Doctor.Finding;
import load.install.JmeterHome;
import load.install.JmeterSearch;
import look.VisualVm;
import process.Executables;

final class ToolChecks {
    /** Everything was tested and measured on this release. */
    private static final int TESTED = 25;
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private ToolChecks() {
    }

    static Finding jdk() {
        return jdk(Runtime.version(), System.getProperty("java.vendor"), JAVA_HOME,
                System.getenv().getOrDefault("JAVA_HOME", ""));
    }

    static Finding jdk(Runtime.Version version, String vendor, Path home, String javaHome) {
        String what = version + " of " + vendor + " at " + home
                + (javaHome.isEmpty() || isSame(home, javaHome) ? ""
                : "; JAVA_HOME=" + javaHome + " is ignored: it is not a JDK 25 or newer");
        Optional<Runtime.Version> fixed = JdkBug.fixedIn(version);
        if (fixed.isPresent()) {
            return Finding.note("JDK",
                    what + "; before " + fixed.get() + " a virtual thread can stay parked forever, "
                    + "and its request hangs (JDK-8369227)",
                    "install JDK 25, version 25.0.3 or newer (https://adoptium.net, or your package manager)");
        }
        return version.feature() == TESTED ? Finding.ok("JDK", what)
                : Finding.note("JDK",
                        what + "; everything here was tested and measured on JDK " + TESTED,
                        "if something fails, or figures differ: install JDK 25, version 25.0.3 or newer, and point "
                        + "JAVA_HOME at it");
    }

    private static boolean isSame(Path folder, String name) {
        try {
            return Files.isSameFile(folder, Path.of(name));
        } catch (IOException e) {
            return false;
        }
    }

    static Finding jconsole() {
        return jconsole(Files.isExecutable(JAVA_HOME.resolve("bin/jconsole")),
                hasWindows(JAVA_HOME));
    }

    /** Debian's headless JDKs cannot open windows. */
    private static boolean hasWindows(Path jdk) {
        return !System.getProperty("os.name").equals("Linux")
                || Files.exists(jdk.resolve("lib/libawt_xawt.so"));
    }

    /** @param hasWindows false for a headless JDK */
    static Finding jconsole(boolean isThere, boolean hasWindows) {
        if (isThere && hasWindows) {
            return Finding.ok("jconsole",
                    "in the JDK; shows CPU, heap, threads and service one's own figures");
        }
        return Finding.note("jconsole",
                isThere ? "in the JDK, but this is a headless package and cannot open windows"
                : "not in this JDK",
                "install the whole JDK (Debian, Ubuntu: openjdk-25-jdk without -headless)");
    }

    static Finding jmeter(Path repository) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        Optional<JmeterHome> home =
                new JmeterSearch(repository, new PrintStream(output, true, StandardCharsets.UTF_8))
                .present();
        String ignored = output.toString(StandardCharsets.UTF_8).lines()
                .map(line -> "; " + line.replaceFirst("^jmeter: ", ""))
                .collect(Collectors.joining());
        return jmeter(home, home.isPresent() && home.get().isIn(repository), ignored,
                Executables.find("mvn", System.getenv()).isPresent());
    }

    /**
     * @param isCarried whether this JMeter is in the project's folder
     * @param ignored why other installed JMeters are ignored
     */
    static Finding jmeter(Optional<JmeterHome> jmeter, boolean isCarried, String ignored,
            boolean hasMaven) {
        if (jmeter.isPresent()) {
            String whose = isCarried ? ", this folder's own" : ", installed on this machine";
            return Finding.ok("JMeter",
                    jmeter.get().version() + " at " + jmeter.get().home() + whose + ignored);
        }
        if (hasMaven) {
            return Finding.note("JMeter",
                    "not here yet; Maven fetches it at its first use, which needs a network"
                    + ignored, "./run.sh setup fetches it now (72 MB)");
        }
        return Finding.missing("JMeter",
                "not here, and no Maven (mvn) to fetch it: no load is possible" + ignored,
                "install Maven and run ./run.sh setup, or unpack JMeter 5.5 or newer "
                + "(https://jmeter.apache.org) and set JMETER_HOME to its folder",
                "or copy this folder from a machine where ./run.sh setup has run");
    }

    static Finding visualVm() {
        try {
            return visualVm(Optional.of(VisualVm.find()));
        } catch (IOException e) {
            return visualVm(Optional.empty());
        }
    }

    static Finding visualVm(Optional<VisualVm> found) {
        if (found.isEmpty()) {
            return Finding.note("VisualVM",
                    "not here; use jconsole instead",
                    "./run.sh visualvm --which says how to get it");
        }
        String what = found.get().toString().replaceFirst("^VisualVM ", "");
        return !found.get().needsHelpWithCpu()
                ? Finding.ok("VisualVM", what + "; nobody has tried this version yet")
                : Finding.note("VisualVM",
                        what + "; up to version 2.2 it shows 0 % CPU for JDK 25. Service one and "
                        + "service two publish a counter that corrects this",
                        "for other JVMs, get 2.2.1 or newer from https://visualvm.github.io");
    }

    static Finding browser() {
        String opener = Desktop.opener();
        return browser(opener, Executables.find(opener, System.getenv()).isPresent(),
                Desktop.hasDisplay());
    }

    static Finding browser(String opener, boolean hasOpener, boolean hasDisplay) {
        if (!hasDisplay) {
            return Finding.note("browser",
                    "no display here (DISPLAY is not set): --open, VisualVM and jconsole open "
                    + "nothing", "from your own machine: ssh -L 8090:127.0.0.1:8090 -L 8083:127.0.0.1:8083 HOST; then "
                    + "http://127.0.0.1:8090/ is the class, and http://127.0.0.1:8083/ the status page");
        }
        return hasOpener ? Finding.ok("browser", "--open opens pages with " + opener)
                : Finding.note("browser", "no " + opener + ": --open cannot open a page",
                        "open the printed address by hand, or install " + opener
                        + " (Debian, Ubuntu: xdg-utils)");
    }
}
