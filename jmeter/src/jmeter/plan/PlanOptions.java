package jmeter.plan;

import commandline.Arguments;
import commandline.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jmeter.remote.HostPort;

/**
 * What {@code ./run.sh jmeter} was asked for. Immutable.
 *
 * @param plan       the plan's name or path; empty where none was given
 * @param properties the plan's or JMeter's, as given with -J
 * @param gui        open the plan instead of running it
 * @param remote     the jmeter-servers that are to make the load; empty for this machine
 * @param servers    how many jmeter-servers to start on this machine for the run
 * @param warmup     how many seconds of the start the figures leave out
 * @param help       usage is wanted
 */
public record PlanOptions(String plan, Map<String, String> properties, boolean gui, List<HostPort> remote, int servers,
                   int warmup, boolean help) {

    public static PlanOptions parse(String... commandLine) throws UsageException {
        Arguments arguments = new Arguments(commandLine);
        Builder builder = new Builder(arguments);
        while (arguments.hasNext()) {
            builder.take(arguments.next());
        }
        return builder.build();
    }

    /** Holds what was read so far. */
    private static final class Builder {
        private final Arguments arguments;
        private final List<HostPort> remote = new ArrayList<>();
        private String plan = "";
        private boolean gui;
        private boolean help;
        private int servers;
        private int warmup;

        Builder(Arguments arguments) {
            this.arguments = arguments;
        }

        void take(String argument) throws UsageException {
            switch (argument) {
                case "--gui" -> gui = true;
                case "--help", "-h" -> help = true;
                case "--remote" -> takeRemote(arguments.value(argument, HostPort.LIST));
                case "--servers" -> servers = arguments.number(argument, "how many to start, 1 to 16", 1, 16);
                case "--warmup" -> warmup = arguments.number(argument, "seconds", 0, 86_400);
                default -> takeOther(argument);
            }
        }

        private void takeOther(String argument) throws UsageException {
            if (argument.startsWith("-J")) {
                arguments.takeProperty(argument);
            } else if (argument.startsWith("-")) {
                throw new UsageException("no such option: " + argument);
            } else if (!plan.isEmpty()) {
                throw new UsageException("one plan at a time: " + plan + " or " + argument);
            } else {
                plan = argument;
            }
        }

        private void takeRemote(String list) throws UsageException {
            for (String server : list.split(",", -1)) {
                remote.add(HostPort.parse("--remote", server));
            }
        }

        PlanOptions build() throws UsageException {
            boolean distributed = servers > 0 || !remote.isEmpty();
            if (gui && distributed) {
                throw new UsageException("--gui opens a plan on this machine: without --remote and --servers");
            }
            if (servers > 0 && !remote.isEmpty()) {
                throw new UsageException("--remote names servers that run, --servers starts some: one of them");
            }
            return new PlanOptions(plan, Map.copyOf(arguments.properties()), gui, List.copyOf(remote), servers, warmup, help);
        }
    }
}
