package doctor;

import java.io.IOException;
import java.util.Optional;
import look.VisualVm;

/**
 * The VisualVM that {@code ./run.sh visualvm} would open.
 *
 * @param found empty where there is none that starts
 */
record VisualVmCheck(Optional<VisualVm> found) {
    static VisualVmCheck look() {
        try {
            return new VisualVmCheck(Optional.of(VisualVm.find()));
        } catch (IOException e) {
            return new VisualVmCheck(Optional.empty());      // the finding names the command that says why
        }
    }

    Finding finding() {
        if (found.isEmpty()) {
            return Finding.note("VisualVM", "not here, or no JDK that it starts on; jconsole does in its place",
                    "./run.sh visualvm --which says what is missing and how to get it");
        }
        String what = found.get().toString().replaceFirst("^VisualVM ", "");
        return !found.get().needsHelpWithCpu() ? Finding.ok("VisualVM", what)
                : Finding.note("VisualVM", what + "; up to 2.2 it shows 0 % CPU for "
                        + "JVMs of JDK 25, but not for service one and two, which help it",
                        "for other JVMs, 2.2.1 or newer from https://visualvm.github.io");
    }
}
