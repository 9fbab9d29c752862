package load;

import common.commandline.CommandLine.UsageException;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.io.HostPort;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What {@code ./run.sh jmeter} was asked for.
 *
 * @param plan       the plan's name or path; empty where none was given
 * @param properties the plan's or JMeter's, as given with -J
 * @param gui        open the plan instead of running it
 * @param remote     the jmeter-servers that are to make the load; empty for this machine
 * @param servers    how many jmeter-servers to start on this machine for the run
 * @param warmup     how many seconds of the start the figures leave out; empty where the plan's own are meant
 */
record PlanOptions(String plan, Map<String, String> properties, boolean gui, List<HostPort> remote, int servers,
        OptionalInt warmup) {
    static final List<Option> OPTIONS = List.of(
            Option.property("a property of the plan, or of JMeter"),
            Option.number("--warmup", "SECONDS", "", 0, 86_400, "leave the first seconds out of the printed figures "
                    + "(closed-loop: its ramp-up; open-loop: 5; else 0); JMeter is cold for about 10"),
            Option.flag("--gui", "open the plan in JMeter's GUI instead: one of these as a copy"),
            RemoteServers.option("let the jmeter-servers there make the load: each runs the whole plan"),
            Option.number("--servers", "N", "", 1, 16,
                    "the same with N jmeter-servers on this machine, started for the run"));

    static PlanOptions parse(String... arguments) throws UsageException {
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        if (line.has("--gui") && (line.has("--servers") || line.has("--remote") || line.has("--warmup"))) {
            throw new UsageException("--gui opens a plan on this machine: without --remote, --servers and --warmup");
        }
        if (line.has("--servers") && line.has("--remote")) {
            throw new UsageException("--remote names servers that run, --servers starts some: one of them");
        }
        return new PlanOptions(line.word("plan", ""), Map.copyOf(line.properties()), line.has("--gui"),
                RemoteServers.of(line).addresses(), line.number("--servers", 0),
                line.has("--warmup") ? OptionalInt.of(line.number("--warmup")) : OptionalInt.empty());
    }
}
