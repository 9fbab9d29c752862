package testing;

import module java.base;

/** Runs checks side by side, by default on two threads, because most checks wait for a process. */
public final class CheckPool {
    private static final int THREADS = 2;

    public interface Check {
        void run() throws Exception;
    }

    private CheckPool() {
    }

    public static void run(Stream<Check> checks) throws InterruptedException {
        run(THREADS, checks);
    }

    public static void run(int threads, Stream<Check> checks) throws InterruptedException {
        List<String> failures = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
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
