package lab;

import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;

/** What the program says of itself. Stateless. */
final class Help {
    private static final String TEXT = """
            usage: ./run.sh compare [EXPERIMENT] [--KEY VALUE]... [--guess | --plan]

            Puts the same load on each contender of an experiment, predicts what theory expects, measures, and writes
            a report to jmeter/results/. EXPERIMENT is a file in jmeter/experiments/, or the path of another file, such
            as one that the class has exported; the default is %s.

            Any value of the file can be replaced:
              --users LIST --rate LIST       users of closed loops, arrivals per second of open ones: 20,100,1000
              --burst LIST                   users who all send at once, and again when all are answered
              --path LIST                    routes of service one: /meetings,/rpc
              --warmup S --seconds S         longest warm-up, and what is measured after it
              --warmup-cycles N              how often each contender is warmed by work before its load, with a pause
                                             between (1): where compilers may need more than one quiet moment
              --repeat N                     how often each contender meets each load
              --only NAMES                   these contenders, and those that --contender.NAME names
              --contender.NAME SPEC          one more, or another one of this name:
                                               'pool --threads 50'   service one's mode and options
                                               'loom | -Xmx256m'     and options of its JVM
                                               'command: ./mine --port {port} --backend {service-two}'
                                             a program of your own, which is to open the port {port}; {service-two}
                                             becomes HOST:PORT of service two, for the calls that it makes
              --delay MS --stage-delay MS --authorize-permits N      service two's
              --error-percent P --hang-percent P --reset-percent P --jitter MS --slow-start S
                                             its faults: see ./run.sh service-two --help
              --drain S                      how long an open loop waits for its last answers
              --token TEXT                   what the requests are authorized with
              --body REGEX                   what an answer's body must contain to count, in the place of what
                                             service one answers on that path: ^\\{" for any JSON object
              --expect STATEMENT --refute STATEMENT      a ratio that is expected, or would refute that:
                                               'loom/pool-200 throughput >= 4.5 at 1000'
                                             may be given several times; those of the file are left out where what
                                             they are about is overridden

              --remote HOST:PORT,...         the load is made by jmeter-servers on other machines, which share the users
              --service-two HOST:PORT        one that runs elsewhere, started there with the waits that are needed
              --bind ADDRESS                 of this machine, by which the jmeter-servers reach service one

              --guess                        ask for your guess of each throughput first, on a terminal; the report
                                             has it beside theory and measurement
              --plan                         print the plan and its predictions, and measure nothing
              --report FOLDER                write the report of an earlier run again, from its results.json
              --ceiling                      measure anew how many requests JMeter can make here at most; else it is
                                             measured once for a machine, a JDK and a JMeter
              --list                         the experiments and how long they take
              -h, --help                     print this and exit

            Exit codes: 0 a report was written; 1 the command line is wrong; 2 could not start: something needed is
            missing, or another experiment runs on this machine; 3 no point of the report is valid, nor usable with
            care; 130 after Ctrl-C, with a report of what was measured.
            """;

    static String text() {
        return TEXT.formatted(CompareOptions.DEFAULT_EXPERIMENT);
    }

    /** Every experiment with its title and how long it takes at most. */
    static String list(Path folder) throws IOException, UsageException {
        StringBuilder text = new StringBuilder();
        for (String name : ExperimentFile.names(folder)) {
            Experiment experiment = ExperimentFile.read(folder, name, Map.of());
            text.append("%-18s %s%n%-18s %s%n".formatted(name, experiment.title(), "", Outline.duration(experiment)));
        }
        return text.toString();
    }
}
