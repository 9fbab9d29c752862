package lab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import lab.bench.BenchResults.Start;
import process.Child.ProgramFailure;
import process.Child;
import text.StatusLine;

/** Starts both services with {@code run.sh}, and measures the time until service one is ready. */
final class Starts {
    private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long POLL_MILLIS = 100;
    private static final long STOP_MILLIS = 15_000;

    private final Path repository;
    private final Path folder;
    private final List<Start> starts = new ArrayList<>();
    private final StatusLine line = StatusLine.on(System.out);

    Starts(Path repository, Path folder) {
        this.repository = repository;
        this.folder = folder;
    }

    void run(List<String> modes, int rounds) throws IOException, InterruptedException {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < modes.size(); i++) {
                String mode = modes.get((i + round) % modes.size());
                line.show("start " + (starts.size() + 1) + " of " + rounds * modes.size() + ": ./run.sh " + mode);
                starts.add(new Start(mode, seconds(mode)));
            }
        }
        if (rounds > 0) {
            line.print("starts measured: " + starts.size());
        }
    }

    private double seconds(String mode) throws IOException, InterruptedException {
        // the default ports may be in use
        List<String> command = List.of(repository.resolve("run.sh").toString(), mode, "--port", "0",
                "--service-two-port", "0");
        long begun = System.nanoTime();
        AtomicLong ready = new AtomicLong();
        CountDownLatch isReady = new CountDownLatch(1);
        Child script = Child.startIgnoringInterrupt("run.sh " + mode, new ProcessBuilder(command),
                folder.resolve("start-" + mode + "-" + starts.size() + ".log"), printed -> {
                    if (printed.startsWith("service one ready at ")) {
                        ready.set(System.nanoTime());
                        isReady.countDown();
                    }
                });
        try {
            while (!isReady.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                script.checkAlive();
                if (System.nanoTime() - begun > READY_NANOS) {
                    throw new ProgramFailure("service one was not ready within 60 s");
                }
            }
            return (ready.get() - begun) / 1e9;
        } finally {
            stop(script);
        }
    }

    /** The script removes a folder before it ends, so this waits for its end even after an interrupt. */
    private static void stop(Child script) throws IOException {
        boolean interrupted = Thread.interrupted();
        try (script) {
            script.terminate();
            script.awaitExit(STOP_MILLIS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    List<Start> starts() {
        return List.copyOf(starts);
    }
}
