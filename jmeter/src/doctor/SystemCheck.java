package doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import lab.run.Kernel;

/**
 * The operating system, and whether it is Linux inside Windows (WSL). Immutable.
 *
 * @param name   as Java has it, such as Linux
 * @param kernel what the kernel says of itself in /proc/version; empty where there is none
 */
record SystemCheck(String name, String kernel) {
    static SystemCheck look() {
        List<String> lines = Kernel.lines(Path.of("/proc/version"));
        return new SystemCheck(System.getProperty("os.name"), lines.isEmpty() ? "" : lines.getFirst());
    }

    /** Microsoft's kernels name their maker; that of WSL 2 also says so. */
    private boolean isWsl() {
        return kernel.toLowerCase(Locale.ROOT).contains("microsoft");
    }

    Finding finding() {
        if (isWsl()) {
            return kernel.toLowerCase(Locale.ROOT).contains("wsl2")
                    ? Finding.note("system", "WSL 2, a virtual machine under Windows: a browser in Windows reaches its "
                            + "127.0.0.1; it has half of the memory, and Windows shares its cores",
                            "end what else runs in Windows too; .wslconfig gives it more (memory=, processors=)")
                    : Finding.note("system", "WSL 1, which only imitates Linux: no figure counts",
                            "in PowerShell: wsl --set-version DISTRIBUTION 2");
        }
        if (name.startsWith("Mac")) {
            return Finding.note("system", name + ": reports are without memory, threads and the whole machine's CPU "
                    + "time, which only /proc tells; nobody has tried it there yet");
        }
        return name.equals("Linux") ? Finding.ok("system", name)
                : Finding.missing("system", name + ": the scripts are for bash, and figures come from /proc",
                        "on Windows, work inside WSL 2 (in PowerShell: wsl --install)");
    }
}
