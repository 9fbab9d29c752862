package doctor;

import common.process.Child;
import common.process.Java;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The VisualVM that {@code ./run.sh visualvm} would open. Immutable.
 *
 * @param answer what that command says of it; empty where there is none that starts
 */
record VisualVmCheck(String answer) {
    private static final Pattern VERSION = Pattern.compile("VisualVM (\\d+(\\.\\d+)*)");
    /** The first that shows the CPU of a JVM of JDK 25 that does not help it (VisualVM's issue 654). */
    private static final Version FIRST_FIXED = Version.parse("2.2.1");

    /** Asks the program that would open it: it belongs to service one, with which the tools share no code. */
    static VisualVmCheck look(Path repository) throws InterruptedException {
        return new VisualVmCheck(Child.outputOf(Java.executable(), "-cp",
                repository.resolve(".build/service-one.jar").toString(), "look.Observe", "visualvm",
                "--which"));
    }

    Finding finding() {
        if (answer.isEmpty()) {
            return Finding.note("VisualVM", "not here, or no JDK that it starts on; jconsole does in its place",
                    "./run.sh visualvm --which says what is missing and how to get it");
        }
        Matcher version = VERSION.matcher(answer);
        return version.find() && Version.parse(version.group(1)).compareTo(FIRST_FIXED) >= 0
                ? Finding.ok("VisualVM", answer.replaceFirst("^VisualVM ", ""))
                : Finding.note("VisualVM", answer.replaceFirst("^VisualVM ", "") + "; up to 2.2 it shows 0 % CPU for "
                        + "JVMs of JDK 25, but not for service one and two, which help it",
                        "for other JVMs, 2.2.1 or newer from https://visualvm.github.io");
    }
}
