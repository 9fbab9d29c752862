package testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** Runs two checks at a time, on a thread pool, because most of them wait for a process. */
public final class AtOnce {
    private static final int AT_ONCE = 2;

    /** A check fails by throwing. */
    public interface Check {
        void run() throws Exception;
    }

    private AtOnce() {
    }

    /** Returns when all checks have ended; fails with the messages of all that failed. */
    public static void run(Stream<Check> checks) throws InterruptedException {
        List<String> failures = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<Void>> results = checks.map(check -> executor.<Void>submit(() -> {
                check.run();
                return null;
            })).toList();
            for (Future<Void> result : results) {
                try {
                    result.get();
                } catch (ExecutionException e) {
                    failures.add(e.getCause().getMessage());
                }
            }
        }
        Assertions.assertTrue(failures.isEmpty(), String.join("\n", failures));
    }
}
