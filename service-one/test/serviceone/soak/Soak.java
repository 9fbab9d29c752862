package serviceone.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import serviceone.meter.Mode;

/**
 * What {@code ./build.sh soak} runs: each mode in turn, for so many minutes, among clients of all kinds and with faults
 * of service two; the exit code is 1 where a check failed. Ends, with both services, when the script does that started
 * it.
 */
public final class Soak {
    private static final String USAGE = "usage: ./build.sh soak [MINUTES] [MODE...]; MINUTES from 1 to 600 (1),"
            + " MODE one of " + Stream.of(Mode.values()).map(Mode::label).collect(Collectors.joining(", ")) + " (all)";
    private static final String MINUTES = "[1-9]|[1-9]\\d|[1-5]\\d\\d|600";

    private static final Path PROC = Path.of("/proc/self/fd");

    private Soak() {
    }

    public static void main(String[] arguments) throws Exception {
        ProcessHandle.current().parent().ifPresent(script -> script.onExit().thenRun(() -> System.exit(1)));
        List<String> words = new ArrayList<>(List.of(arguments));
        int minutes = !words.isEmpty() && words.getFirst().matches(MINUTES) ? Integer.parseInt(words.removeFirst()) : 1;
        List<Mode> modes = words.isEmpty() ? List.of(Mode.values()) : words.stream().map(Soak::mode).toList();
        requireProc();
        Checks checks = new Checks(System.out);
        for (Mode mode : modes) {
            try (SoakOfMode soak = new SoakOfMode(mode, minutes, System.out)) {
                soak.run(checks);
            }
        }
        System.out.println(checks);
        System.exit(checks.isGood() ? 0 : 1);
    }

    private static void requireProc() {
        if (!Files.isDirectory(PROC)) {
            System.err.println("soak: no " + PROC + ", from which descriptors and threads are counted: it needs Linux");
            System.exit(2);
        }
    }

    private static Mode mode(String word) {
        return Stream.of(Mode.values()).filter(each -> each.label().equals(word)).findFirst().orElseGet(() -> {
            System.err.println("soak: no such mode, nor a number of minutes: " + word + System.lineSeparator() + USAGE);
            System.exit(1);
            return null;
        });
    }
}
