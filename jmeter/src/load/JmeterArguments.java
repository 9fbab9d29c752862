package load;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;

/**
 * JMeter's command lines. They set every property that affects the figures, whatever an installed JMeter's
 * user.properties says.
 */
public final class JmeterArguments {
    /** By default, JMeter closes a connection after a minute. */
    public static final String KEEP_CONNECTIONS = "-Jhttpclient4.time_to_live=86400000";
    private static final String SAVE = "-Jjmeter.save.saveservice.";
    /** The dashboard needs response_message, thread_name and bytes. */
    private static final List<String> SAVED = List.of("time", "label", "successful", "response_code",
            "response_message", "thread_name", "bytes", "sent_bytes", "thread_counts", "latency", "connect_time",
            "assertion_results_failure_message");
    private static final List<String> NOT_SAVED = List.of("url", "idle_time", "data_type");
    private static final List<String> RESULTS = List.of(SAVE + "default_delimiter=,",
            SAVE + "print_field_names=true",
            // empty means milliseconds; the dashboard would read "ms" as a date pattern
            SAVE + "timestamp_format=",
            "-Jjmeter.reportgenerator.statistic_window=-1",         // over all samples, not the last 20,000
            "-Jjmeter.reportgenerator.overall_granularity=1000",    // a point per second
            "-Jsample_variables=TESTSTART.MS,first_key",      // SentArrivals and RecordedOutcome read them
            "-Jsummariser.name=summary", "-Jsummariser.out=true",   // SummariserProgress reads this output
            "-Jsummariser.ignore_transaction_controller_sample_result=false",
            "-Jsummariser.interval=5");

    private static final String PROPERTY = "-J";

    private JmeterArguments() {
    }

    public static Option option(String meaning) {
        return new Option(PROPERTY, "name=value", "", "a property: -Jname=value",
                text -> text.matches("(?s)[^=]+=.+"), meaning);
    }

    public static Map<String, String> properties(CommandLine line) {
        return line.options().getOrDefault(PROPERTY, List.of()).stream().map(property -> property.split("=", 2))
                .collect(Collectors.toMap(parts -> parts[0], parts -> parts[1], (_, last) -> last));
    }

    /** For every run. */
    public static List<String> of(Path plan, Path jtl, Path log) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan.toString(), "-l", jtl.toString(),
                "-j", log.toString(), KEEP_CONNECTIONS, SAVE + "output_format=csv"));
        arguments.addAll(ControlPort.arguments());
        return arguments;
    }

    public static List<String> save(List<String> columns, boolean wanted) {
        return columns.stream().map(column -> SAVE + column + "=" + wanted).toList();
    }

    public static List<String> run(Path plan, Map<String, String> properties, RunFolder folder) throws IOException {
        List<String> arguments = of(plan, folder.samples(), folder.log());
        arguments.addAll(List.of("-e", "-o", folder.dashboard().toString(),
                "-Jjmeterengine.force.system.exit=true",  // else idle threads delay the exit by a minute
                "-Jjmeter.reportgenerator.temp_dir=" + folder.temporary(),
                "-Jjmeter.reportgenerator.report_title=" + folder.path().getFileName()));
        arguments.addAll(RESULTS);
        arguments.addAll(save(SAVED, true));
        arguments.addAll(save(NOT_SAVED, false));
        arguments.addAll(properties(PROPERTY, properties));
        return arguments;
    }

    /** The GUI makes a backup at each save, by default in JMeter's own folder. */
    public static List<String> gui(Path plan, Map<String, String> properties, RunFolder folder) {
        List<String> arguments = new ArrayList<>(List.of("-t", plan.toString(), "-j", folder.log().toString(),
                "-Jjmeter.gui.action.save.backup_directory=" + folder.path().resolve("backups"),
                // else JMeter, on JDK 25, asks about listeners without a file (JMeter's issue 6611, JDK-8024695)
                "-Jresultcollector.action_if_file_exists=APPEND"));
        arguments.addAll(properties(PROPERTY, properties));
        return arguments;
    }

    public static List<String> properties(String option, Map<String, String> properties) {
        return properties.entrySet().stream().map(each -> option + each.getKey() + "=" + each.getValue()).toList();
    }
}
