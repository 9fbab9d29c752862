package load;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool;

/**
 * JMeter's command lines. They set every property that affects the figures, whatever an installed JMeter's
 * user.properties says.
 */
public final class JmeterArguments {
    /** By default, JMeter closes a connection after a minute. */
    public static final String KEEP_CONNECTIONS = "-Jhttpclient4.time_to_live=86400000";
    private static final String SAVE = "-Jjmeter.save.saveservice.";
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
        arguments.addAll(List.of("-q", Tool.repository().resolve("jmeter/plans/results.properties").toString(),
                "-e", "-o", folder.dashboard().toString(),
                SAVE + "timestamp_format=",       // none means milliseconds; the dashboard would read "ms" as a pattern
                "-Jjmeterengine.force.system.exit=true",  // else idle threads delay the exit by a minute
                "-Jjmeter.reportgenerator.temp_dir=" + folder.temporary(),
                "-Jjmeter.reportgenerator.report_title=" + folder.path().getFileName()));
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

    public static List<String> properties(String option, Map<String, ?> properties) {
        return properties.entrySet().stream().map(each -> option + each.getKey() + "=" + each.getValue()).toList();
    }
}
