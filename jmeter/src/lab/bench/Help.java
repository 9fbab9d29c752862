package lab.bench;

/** What the program says of itself. Stateless. */
final class Help {
    private static final String TEXT = """
            usage: ./run.sh bench [MODE...] [OPTIONS]

            Measures what service one costs on this machine, in each MODE (pool, loom, async; by default all): CPU time
            and system calls for a request, memory for a request and for a connection, how long a start takes, and how
            long it takes until a request costs what it will go on costing. JMeter makes the load, a closed loop on
            /meetings; the pool has a thread for each user. Prints tables, and writes them to jmeter/results/ with every
            run's figures as CSV and JSON.

              --users LIST         users of the closed loop, one number or several: 100,1000 (%s)
              --warmup S           seconds of load before what is measured (%d)
              --seconds S          seconds that are measured (%d)
              --repeat N           how often each mode meets each load (%d)
              --starts N           how often each mode is started by ./run.sh MODE; 0: not at all (%d)
              --system-calls N     how often each mode's system calls are counted, in runs of their own; 0: not at
                                   all (%d). They are counted by strace, or else by perf, where one of them may
              --plan               print the plan, and measure nothing
              -h, --help           print this and exit

            Exit codes: 0 measured; 1 the command line is wrong; 2 could not start: something needed is missing, or
            another experiment runs on this machine; 3 no run is valid; 130 after Ctrl-C, with what was measured.
            """;

    static String text() {
        return TEXT.formatted(BenchOptions.USERS, BenchOptions.WARMUP, BenchOptions.SECONDS, BenchOptions.REPEAT,
                BenchOptions.STARTS, BenchOptions.COUNTS);
    }
}
