package common.process;

import module java.base;

/** Starts programs that have a window. */
public final class Desktop {
    /** A program that cannot open its window ends within this time. */
    private static final int SECONDS_TO_FAIL = 4;

    private Desktop() {
    }

    public static void browse(URI page) throws IOException, InterruptedException {
        open(opener(), List.of(opener(), page.toString()));
    }

    /** The desktop's command that opens files and links. */
    public static String opener() {
        return System.getProperty("os.name").startsWith("Mac") ? "open" : "xdg-open";
    }

    public static boolean hasDisplay() {
        return !System.getProperty("os.name").equals("Linux") || Stream.of("DISPLAY", "WAYLAND_DISPLAY")
                .anyMatch(name -> !System.getenv().getOrDefault(name, "").isEmpty());
    }

    /** Returns when the program has ended or has run for {@link #SECONDS_TO_FAIL} seconds. */
    public static void open(String name, List<String> command) throws IOException, InterruptedException {
        if (!hasDisplay()) {
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
