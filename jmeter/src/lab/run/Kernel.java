package lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What Linux tells in /proc, see proc(5). Where there is no /proc, or a process has just ended, the answer is NaN or
 * -1: not known. Stateless, any thread.
 */
public final class Kernel {
    private static final Path PROC = Path.of("/proc");
    /** USER_HZ, which Linux keeps at 100 on every architecture that a JDK 25 runs on. */
    private static final double TICKS_PER_SECOND = 100;

    private Kernel() {
    }

    /** CPU seconds since boot of the whole machine; NaN where this JVM is allowed only some of its cores. */
    record Cpu(double busy, double stolen) {
    }

    static Cpu cpu() {
        List<String> lines = lines(PROC.resolve("stat"));
        long cores = lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
        if (lines.isEmpty() || cores != Runtime.getRuntime().availableProcessors()) {
            return new Cpu(Double.NaN, Double.NaN);
        }
        double[] ticks = Arrays.stream(lines.getFirst().split("\\s+")).skip(1).mapToDouble(Double::parseDouble)
                .toArray();
        double busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];      // user, nice, system, irq, softirq
        return new Cpu(busy / TICKS_PER_SECOND, ticks[7] / TICKS_PER_SECOND);
    }

    /** CPU seconds of a process since its start, as its threads were found at the kernel's clock ticks. */
    public record Modes(double user, double kernel) {
    }

    /** NaN where it is not known. */
    public static Modes modes(long pid) {
        List<String> lines = lines(of(pid, "stat"));
        if (lines.isEmpty()) {
            return new Modes(Double.NaN, Double.NaN);
        }
        // The second field is the name in brackets, which may have blanks and brackets itself; the third follows it.
        String[] fields = lines.getLast().substring(lines.getLast().lastIndexOf(')') + 2).split(" ");
        return new Modes(Double.parseDouble(fields[14 - 3]) / TICKS_PER_SECOND,
                Double.parseDouble(fields[15 - 3]) / TICKS_PER_SECOND);
    }

    /** Connections dropped because a listen queue was full, since boot, in this network namespace. */
    static long listenOverflows() {
        List<String> lines = lines(PROC.resolve("net/netstat")).stream().filter(line -> line.startsWith("TcpExt:"))
                .toList();
        if (lines.size() < 2) {
            return -1;
        }
        int column = Arrays.asList(lines.get(0).split(" ")).indexOf("ListenOverflows");
        return column < 0 ? -1 : Long.parseLong(lines.get(1).split(" ")[column]);
    }

    /** Bytes. */
    static long rss(long pid) {
        long kibibytes = number(of(pid, "status"), "VmRSS:");
        return kibibytes < 0 ? -1 : kibibytes * 1024;
    }

    static long threads(long pid) {
        return number(of(pid, "status"), "Threads:");
    }

    /** The number behind a key at the start of a line; -1 where there is none, or "unlimited". */
    private static long number(Path file, String key) {
        return lines(file).stream().filter(line -> line.startsWith(key))
                .map(line -> line.substring(key.length()).strip().split("\\s+")[0]).filter(word -> word.matches("\\d+"))
                .mapToLong(Long::parseLong).findFirst().orElse(-1);
    }

    static long openFiles(long pid) {
        try (Stream<Path> files = Files.list(of(pid, "fd"))) {
            return files.count();
        } catch (IOException e) {
            return -1;                   // no /proc, no such process any more, or not ours
        }
    }

    static long fileLimit(long pid) {
        return number(of(pid, "limits"), "Max open files");
    }

    /** Whether a process is a JVM. Attaching sends a signal, which would end most other programs. */
    static boolean hasJvm(long pid) {
        return lines(of(pid, "maps")).stream().anyMatch(line -> line.endsWith("/libjvm.so"));
    }

    static boolean isLinux() {
        return Files.isReadable(PROC.resolve("self/stat"));
    }

    private static Path of(long pid, String file) {
        return PROC.resolve(Long.toString(pid)).resolve(file);
    }

    /** The lines of a file; none where there is no such file. */
    public static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();            // no /proc, no such process any more, or not ours
        }
    }
}
