package process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that a run started. Owns its process, the pipe to its standard input, whose end it takes as the order to
 * stop, and the file that its output goes to. Used by the runner's thread; a virtual thread of its own copies the
 * output.
 */
public final class Child implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("ready at http://([^/\\s]+:\\d+)");
    private static final int LAST_LINES = 3;
    private static final long GUARD_MILLIS = 2_000;

    private final String name;
    private final Process process;
    private final boolean guarded;
    private final long graceMillis;
    private final Thread copier;
    private final Deque<String> lastLines = new ArrayDeque<>();      // guarded by this
    private String address;                                          // guarded by this; HOST:PORT once it is ready

    private Child(String name, ProcessBuilder builder, boolean guarded, long graceMillis, Path log) throws IOException {
        this.name = name;
        this.guarded = guarded;
        this.graceMillis = graceMillis;
        this.process = builder.redirectErrorStream(true).start();
        this.copier = Thread.ofVirtual().name("output of " + name).start(() -> copyOutput(log));
    }

    /** A program of our own, which stops when its standard input ends. */
    public static Child start(String name, List<String> command, Path log) throws IOException {
        return new Child(name, new ProcessBuilder(command), false, 0, log);
    }

    /** Any other program, under a {@link Guard}; when it is to stop it is asked to, and given so many milliseconds to. */
    public static Child startGuarded(String name, ProcessBuilder builder, long graceMillis, Path log) throws IOException {
        List<String> command = new ArrayList<>(Java.command("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx32m",
                "-cp", Java.classPath(), Guard.class.getName()));
        command.addAll(builder.command());
        return new Child(name, builder.command(command), true, graceMillis, log);
    }

    private void copyOutput(Path log) {
        try (BufferedReader output = process.inputReader(); BufferedWriter file = Files.newBufferedWriter(log)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                file.write(line);
                file.newLine();
                file.flush();
                look(line);
            }
        } catch (IOException e) {
            look("(its output ended with: " + e.getMessage() + ")");      // it was ended with its pipe half read
        }
    }

    private synchronized void look(String line) {
        Matcher ready = READY.matcher(line);
        if (address == null && ready.find()) {
            address = ready.group(1);
            notifyAll();
        }
        if (!line.isBlank()) {
            lastLines.addLast(line.strip());
            if (lastLines.size() > LAST_LINES) {
                lastLines.removeFirst();
            }
        }
    }

    /** HOST:PORT, from the line that says that it is ready. */
    public String awaitAddress(int seconds) throws ProgramFailure, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        synchronized (this) {
            while (address == null && process.isAlive() && System.nanoTime() < end) {
                wait(100);                       // an exit notifies nobody
            }
            if (address != null) {
                return address;
            }
        }
        throw process.isAlive() ? new ProgramFailure(name + " was not ready within " + seconds + " s" + lastWords())
                : death();
    }

    public String name() {
        return name;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    public void checkAlive() throws ProgramFailure, InterruptedException {
        if (!process.isAlive()) {
            throw death();
        }
    }

    private ProgramFailure death() throws InterruptedException {
        copier.join(TimeUnit.SECONDS.toMillis(2));         // its last words may still be in the pipe
        int code = process.exitValue();
        String how = code > 128 && code < 160 ? "was ended by signal " + (code - 128) : "exited with code " + code;
        return new ProgramFailure(name + " " + how + lastWords());
    }

    public synchronized String lastWords() {
        return lastLines.isEmpty() ? "" : "; its last words: " + String.join(" / ", lastLines);
    }

    /** The processes to measure: those below the guard, or the one itself. */
    public List<ProcessHandle> processes() {
        return guarded ? process.descendants().toList() : List.of(process.toHandle());
    }

    public boolean awaitExit(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Ends it, and everything that it started. One without grace is ended at once: the run's figures are already taken.
     */
    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            process.waitFor(graceMillis, TimeUnit.MILLISECONDS);
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            if (guarded) {
                process.waitFor(GUARD_MILLIS, TimeUnit.MILLISECONDS);       // it sees its command's end, and ends too
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();          // whoever interrupts wants it gone all the sooner
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }
}
