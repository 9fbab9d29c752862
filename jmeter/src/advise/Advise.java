package advise;

import common.commandline.CommandLine;
import common.commandline.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import java.io.IOException;

/** The program {@code ./run.sh advise}: from a service's figures to what bounds it. On the main thread. */
public final class Advise {
    private static final String USAGE = """
            usage: ./run.sh advise --rate N --latency TIME [OPTIONS]
                   ./run.sh advise --from http://127.0.0.1:8083/stats [OPTIONS]

            Should a service go to virtual threads? From its figures: what limits it today, the pool that it would
            need, what virtual threads would change and what not, with the arithmetic, and the experiment that shows
            such a case. Times have a unit: 300ms, 0.3s, 150us. Figures of a busy hour are worth more than the mean of
            a day.

              --rate N         requests that arrive in a second
              --latency TIME   what a request takes on average where nothing is short: its computing, and its waiting
                               for others; without the time in a queue for a thread, a permit or a core
              --threads N      of the pool that serves them today, or: none (%d, as Tomcat has)
              --cores N        of the machine (this machine's)
              --cpu TIME       CPU time of a request: of the process, divided by the requests of the same time
              --permits N      of something scarce that a request needs for a while: connections of HikariCP, say
              --held TIME      for how long it has one (the whole of --latency)
              --pinned TIME    what of its waiting is in native code, and so keeps the carrier of a virtual thread
              --p99 TIME       what one request in a hundred takes, or more: for the pool of a bad day
              --from URL       take all but --p99 from a service one that has been under the same load for half a
                               minute, at the port of its status page; what is given beside it counts instead. Where
                               users wait for their answers, the rate is what they would ask if nothing else kept them
                               waiting
              -h, --help       print this and exit

            Exit codes: 0 printed, 1 usage, 2 nobody answers there.
            """;

    private Advise() {
    }

    public static void main(String... arguments) throws InterruptedException {
        System.exit(new Tool("advise", "--rate N --latency TIME [OPTIONS]").run(() -> run(arguments)).code());
    }

    private static ExitCode run(String... arguments) throws UsageException, IOException {
        if (CommandLine.wantsHelp(arguments)) {
            System.out.print(USAGE.formatted(AdviceOptions.DEFAULT_THREADS));
        } else {
            Question question = AdviceOptions.parse(arguments);
            System.out.print(AdviceText.of(Advice.on(question.figures()), question.remarks()));
        }
        return ExitCode.OK;
    }
}
