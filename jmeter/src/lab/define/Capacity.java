package lab.define;

import common.commandline.UsageException;
import java.util.List;

/** How many requests to a route a contender can keep waiting at once, and what sets that number. Immutable. */
record Capacity(double requests, String limit) {
    private static final String PARALLELISM = "-Djdk.virtualThreadScheduler.parallelism=";
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";
    // Service one's own, repeated here because the two are separate programs: ContractTest compares them.
    static final int DEFAULT_THREADS = 200;              // --threads
    static final int DEFAULT_CONNECTIONS = 10_000;       // --max-connections
    static final int ASYNC_WORKERS = 200;                // platform threads for what would block an event loop

    /** A command of the user's own is taken to have no limit: how far it stays below is what the measurement shows. */
    static Capacity of(Contender contender, KnownRoute.Holds holds, int cores) throws UsageException {
        boolean mayHoldThread = holds != KnownRoute.Holds.NOTHING;
        return switch (contender.mode()) {
            case "pool" -> mayHoldThread ? new Capacity(contender.option("--threads", DEFAULT_THREADS), "threads")
                    : connections(contender);
            case "loom" -> holds == KnownRoute.Holds.CARRIER ? new Capacity(carriers(contender, cores), "carriers")
                    : connections(contender);
            case "async" -> holds == KnownRoute.Holds.CARRIER || holds == KnownRoute.Holds.MONITOR
                    ? new Capacity(ASYNC_WORKERS, "worker threads") : connections(contender);
            default -> new Capacity(Double.POSITIVE_INFINITY, "nothing");
        };
    }

    private static Capacity connections(Contender contender) throws UsageException {
        return new Capacity(contender.option("--max-connections", DEFAULT_CONNECTIONS), "connections");
    }

    /** The scheduler's parallelism: its own property, or else the processors that the JVM sees. */
    private static int carriers(Contender contender, int cores) throws UsageException {
        int processors = lastOption(contender.jvmOptions(), PROCESSORS, cores);
        return lastOption(contender.jvmOptions(), PARALLELISM, processors);
    }

    private static int lastOption(List<String> options, String prefix, int otherwise) throws UsageException {
        int value = otherwise;
        for (String option : options) {
            if (option.startsWith(prefix)) {
                try {
                    value = Integer.parseInt(option.substring(prefix.length()));
                } catch (NumberFormatException e) {
                    throw new UsageException(option + ": no number after " + prefix);
                }
            }
        }
        return value;
    }
}
