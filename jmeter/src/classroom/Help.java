package classroom;

/** What the program says of itself. Stateless. */
final class Help {
    private static final String TEXT = """
            usage: ./run.sh class [OPTIONS]

            One page from which a lesson is given, or learnt alone: ten questions, and for each a prediction, a run,
            what theory and the measurement say to it, and why. After them free play, and two modes side by side.
            Serves the page on the loopback interface until Ctrl-C, and starts the services and JMeter when the page
            says so; the report of each run is in jmeter/results/. Free play takes JVM flags for heap, stacks,
            collector, processors and the virtual threads' scheduler; others it refuses, and lists those that it takes.

              --port PORT       of the page; 0 for any free one (%d)
              --open            open the page in the browser
              --bind ADDRESS    let the room vote, on a second page at this address of this machine; 0.0.0.0 for all
                                of its addresses. Nothing but a vote can be given there
              --vote-port PORT  of that page; 0 for any free one (%d)
              --seed N          other numbers in the lessons, the same for the same N
              --answers         print the answers for the teacher, and start nothing; with --seed for those numbers
              --worksheet       print a page to be printed (HTML), and start nothing; with --seed for those numbers
              -h, --help        print this and exit

            Exit codes: 0 printed, 1 usage, 2 could not start: a port is taken; 130, 143, 129 after Ctrl-C, SIGTERM, the
            end of the terminal.
            """;

    private Help() {
    }

    static String text() {
        return TEXT.formatted(ClassOptions.DEFAULT_PORT, ClassOptions.DEFAULT_VOTE_PORT);
    }
}
