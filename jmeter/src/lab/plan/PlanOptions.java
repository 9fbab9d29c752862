package lab.plan;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.UsageException;
import experiment.Message;
import load.JmeterArguments;
import load.RemoteServers;

/**
 * The options of {@code ./run.sh jmeter}.
 *
 * @param plan    the plan's name or path; empty if not given
 * @param headers each as {@code NAME: VALUE}
 * @param remote  the running jmeter-servers that generate the load
 * @param servers how many jmeter-servers to start on this machine
 * @param warmup  in seconds; empty for the plan's default
 */
record PlanOptions(String plan, Map<String, String> properties, List<String> headers, boolean gui,
        RemoteServers remote, int servers, OptionalInt warmup) {
    static final List<Option> OPTIONS = List.of(
            JmeterArguments.option("a property of the plan, or of JMeter"),
            new Option("--header", "TEXT", "", "NAME: VALUE", Message::isHeader,
                    "another header of each request; may be repeated"),
            Option.number("--warmup", "SECONDS", "", 0, 86_400, "leave the first seconds out of the printed figures "
                    + "(default: 5 s for open-loop, the ramp-up time for closed-loop, 0 s for the other plans). JMeter "
                    + "needs about 10 s to warm up"),
            Option.flag("--gui", "open the plan in JMeter's GUI instead (a copy, if it is one of the plans below)"),
            RemoteServers.option("let these jmeter-servers generate the load: each runs the whole plan"),
            Option.number("--servers", "N", "", 1, 16,
                    "start N jmeter-servers on this machine, and let them generate the load"));

    /** As far as the options tell. */
    boolean keepsConnections() {
        return !Message.asksToClose(headers) && !properties.getOrDefault("keepalive", "").equals("false");
    }

    static PlanOptions parse(String... arguments) {
        CommandLine line = CommandLine.parse(OPTIONS, arguments);
        if (line.has("--gui") && (line.has("--servers") || line.has("--remote") || line.has("--warmup"))) {
            throw new UsageException("--gui opens a plan on this machine: leave out --remote, --servers and --warmup");
        }
        if (line.has("--servers") && line.has("--remote")) {
            throw new UsageException("--remote names running servers and --servers starts some: use only one of them");
        }
        return new PlanOptions(line.word("plan", ""), JmeterArguments.properties(line),
                line.options().getOrDefault("--header", List.of()), line.has("--gui"),
                RemoteServers.of(line), line.number("--servers", 0),
                line.has("--warmup") ? OptionalInt.of(line.number("--warmup")) : OptionalInt.empty());
    }
}
