package load;

import common.commandline.UsageException;
import java.io.IOException;
import java.nio.file.Path;

/** What {@code ./run.sh jmeter --help} prints: the command, then the plans in their own words. No state, any thread. */
public final class PlanUsage {
    private static final String OPTIONS = """
            usage: ./run.sh jmeter PLAN [OPTIONS]

            Runs a JMeter plan against the service one that runs, and prints throughput, errors and exact percentiles,
            and what Little's law expected. PLAN is one of those below, or the path of a .jmx file. Samples, log and
            dashboard go to jmeter/results/PLAN-MODE-TIME/. Relative names of files in a plan mean the current folder;
            but a user.properties there is not read, only the one in JMeter's own bin/.

              -Jname=value           a property of the plan, or of JMeter
              --warmup SECONDS       leave the first seconds out of the printed figures (closed-loop: its ramp-up;
                                     open-loop: 5; else 0); JMeter is cold for about 10
              --gui                  open the plan in JMeter's GUI instead: one of these as a copy
              --remote HOST:PORT,…   let the jmeter-servers there make the load: each runs the whole plan
              --servers N            the same with N jmeter-servers on this machine, started for the run
              -h, --help             print this, or with a PLAN what it does and takes, and exit

            The environment: JMETER_HOME, the JMeter to use, 5.5 or newer (else the one on the PATH, else Maven fetches
            one); HEAP, its heap (by default as large as the plan's users need); JVM_ARGS, more options for its JVM.

            Exit codes: 0 every assertion held, 1 usage, 2 could not start, 3 a request or an assertion failed, or not
            all samples could be written; 130 after Ctrl-C, with the figures of what was done.

            Plans (./run.sh jmeter PLAN --help says more):
            """;

    private PlanUsage() {
    }

    public static String of(Path repository) throws IOException, UsageException {
        StringBuilder text = new StringBuilder(OPTIONS);
        for (String name : Plan.names(repository)) {
            Plan plan = Plan.find(repository, name);
            text.append(String.format("  %-14s %s%n", name, String.join(" ", plan.defaults().keySet())));
        }
        return text.toString();
    }

    public static String of(Plan plan) {
        return plan.name() + "\n\n" + (plan.comment().isBlank() ? "properties: " + plan.defaults() : plan.comment())
                + "\n";
    }
}
