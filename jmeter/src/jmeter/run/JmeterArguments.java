package jmeter.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jmeter.plan.Plan;
import jmeter.remote.RemoteArguments;

/**
 * JMeter's command lines, and why each property is not left at its default. No state, any thread.
 *
 * <p>All that the figures depend on is said here, whatever the user.properties of an installed JMeter say.
 */
public final class JmeterArguments {
    /** Of the JVM that writes samples and the dashboard. */
    private static final List<String> RESULTS = List.of(
            "-Jjmeter.save.saveservice.output_format=csv",
            "-Jjmeter.save.saveservice.default_delimiter=,",
            "-Jjmeter.save.saveservice.print_field_names=true",
            "-Jjmeter.save.saveservice.timestamp_format=ms",
            "-Jjmeter.save.saveservice.time=true",
            "-Jjmeter.save.saveservice.label=true",
            "-Jjmeter.save.saveservice.successful=true",
            "-Jjmeter.save.saveservice.response_code=true",
            "-Jjmeter.save.saveservice.response_message=true",      // the dashboard needs this and the next two
            "-Jjmeter.save.saveservice.thread_name=true",
            "-Jjmeter.save.saveservice.bytes=true",
            "-Jjmeter.save.saveservice.sent_bytes=true",
            "-Jjmeter.save.saveservice.thread_counts=true",
            "-Jjmeter.save.saveservice.latency=true",
            "-Jjmeter.save.saveservice.connect_time=true",
            "-Jjmeter.save.saveservice.assertion_results_failure_message=true",
            "-Jjmeter.save.saveservice.url=false",                  // the same in every row
            "-Jjmeter.save.saveservice.idle_time=false",
            "-Jjmeter.save.saveservice.data_type=false",
            "-Jjmeter.reportgenerator.statistic_window=-1",         // percentiles over all samples, not the last 20,000
            "-Jjmeter.reportgenerator.overall_granularity=1000",    // a point per second, not per minute
            "-Jsummariser.name=summary",                            // SummariserProgress reads what it prints
            "-Jsummariser.out=true",
            "-Jsummariser.interval=5");

    private JmeterArguments() {
    }

    /** Runs a plan without the GUI. */
    static List<String> run(Plan plan, Map<String, String> properties, RunFolder folder) {
        List<String> arguments = new ArrayList<>(List.of("-n", "-t", plan.file().toString(),
                "-l", folder.samples().toString(), "-j", folder.log().toString(),
                "-e", "-o", folder.dashboard().toString(),
                "-Jjmeterengine.force.system.exit=true",  // else the Open Model's idle threads keep it for a minute
                "-Jjmeter.reportgenerator.temp_dir=" + folder.temporary(),
                "-Jjmeter.reportgenerator.report_title=" + plan.name()));
        arguments.add(RemoteArguments.KEEP_CONNECTIONS);
        arguments.addAll(RESULTS);
        arguments.addAll(RemoteArguments.properties("-J", properties));
        return arguments;
    }

    public static List<String> gui(Plan plan, Map<String, String> properties, String log) {
        List<String> arguments = new ArrayList<>(List.of("-t", plan.file().toString(), "-j", log,
                "-Jresultcollector.action_if_file_exists=APPEND"));      // else it asks about a file that is not there
        arguments.addAll(RemoteArguments.properties("-J", properties));
        return arguments;
    }
}
