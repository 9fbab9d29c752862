package load;

import module java.base;
import common.commandline.Tool;
import process.Child;

/**
 * What JMeter's log says about a load that was not made, or not all of it. JMeter's exit code says nothing about it.
 *
 * @param errors how often each occurred
 * @param groups how many threads each group started
 * @param ended  groups of which the time was over for a user
 */
public record JmeterLog(Map<String, Long> errors, List<String> groups, Set<String> ended) {
    private static final String NEXT = "\n(?=\\d{4}-\\d\\d-\\d\\d )";
    private static final Pattern ENTRY = Pattern.compile("\\S+ \\S+ (?<level>\\w+) +(\\w+\\.)*(?<text>\\w+: .*)");
    private static final Pattern WARNING = Pattern.compile("(?i)error|fail|could not|cannot|unable|not found");
    private static final Pattern CAUSE =
            Pattern.compile("(?m)^(Caused by: |\t)?(\\w+\\.)+(?<cause>[\\w$]+(Exception|Error)\\b.*)");
    private static final Pattern THREADS = Pattern.compile("Starting (\\d+ threads for group .*)\\.");
    private static final Pattern USER = Pattern.compile("(?<what>Thread started|Stopping because end time detected by "
            + "thread|Stop Test Now detected by thread): (?<group>.*)-\\d+");
    private static final Pattern THREAD = Pattern.compile("Thread\\[#\\d+,(.*?)( \\d+-\\d+)?,[^]]*]");
    /** A report needs samples, and the other repeats an error. */
    private static final Pattern CONSEQUENCE = Pattern.compile("Error generating the report|An error occurred: "
            + "|see log for details|Could not find resources for '");
    private static final Map<String, String> REMEDIES = Map.of(
            "Unsupported class file major version", "JMeter's Groovy is too old for JDK " + Runtime.version().feature()
                    + "; replace groovy-3.*.jar in JMeter's lib/ by Groovy 3.0.25 or newer",
            "ClassNotFoundException: org.apache.jmeter", "ulimit -n allows too few files, or JMeter is damaged",
            "CannotResolveClassException", "the plan needs a plugin; copy its jar into JMeter's lib/ext/",
            "Failed to create engine at", "the jmeter-server has a different key or none: copy its "
                    + "jmeter/home/rmi-keystore.p12 to the same place on this machine, or start it with "
                    + "./run.sh jmeter-server",
            "unable to create native thread", "the system allows no more threads: ask for a smaller load",
            "Java heap space", "JMeter needs more memory, HEAP=-Xmx…, or a smaller load");
    private static final int SHOWN = 8;

    public static JmeterLog read(Path log) throws IOException {
        JmeterLog all = new JmeterLog(new LinkedHashMap<>(), new ArrayList<>(), new HashSet<>());
        if (Files.exists(log)) {      // else JMeter ended before it wrote the file
            try (Scanner entries = new Scanner(log, StandardCharsets.UTF_8).useDelimiter(NEXT)) {
                entries.tokens().forEach(all::add);
            }
        }
        return all;
    }

    private void add(String entry) {
        Matcher head = ENTRY.matcher(entry);
        String text = head.lookingAt() ? head.group("text") : "";
        THREADS.matcher(text).results().forEach(threads -> groups.add(threads.group(1)));
        USER.matcher(text).results().forEach(user -> addUser(user.group("what"), user.group("group")));
        String level = text.isEmpty() || CONSEQUENCE.matcher(text).find() ? "" : head.group("level");
        if (level.matches("ERROR|FATAL") || level.equals("WARN") && WARNING.matcher(text).find()) {
            String first = CAUSE.matcher(entry).results().map(cause -> ": " + cause.group("cause"))
                    .reduce("", (_, last) -> last);
            errors.merge(withRemedy(Tool.printable(THREAD.matcher(text + first).replaceAll("$1"))), 1L, Long::sum);
        }
    }

    private static String withRemedy(String error) {
        return error + REMEDIES.keySet().stream().filter(error::contains).findFirst()
                .map(known -> " (" + REMEDIES.get(known) + ")").orElse("");
    }

    private void addUser(String what, String group) {
        if (what.startsWith("Stop Test Now")) {
            errors.merge("a user of group " + group + " ended when the plan stopped the test at once", 1L, Long::sum);
        } else if (what.startsWith("Stopping")) {
            ended.add(group);
        } else if (ended.contains(group)) {
            errors.merge("a user of group " + group + " started after the time of the first was over; "
                    + "choose a ramp-up shorter than the duration", 1L, Long::sum);
        }
    }

    public void print(PrintStream out) {
        out.print(errors.isEmpty() ? "" : "errors in JMeter's log; a part of the load may be missing\n");
        errors.entrySet().stream().limit(SHOWN)
                .forEach(each -> out.printf("%9d x %s%n", each.getValue(), each.getKey()));
    }

    /** Why there is no sample. */
    public String whyNone(int exitCode, Path output) throws IOException {
        int signal = exitCode - Child.SIGNAL;
        if (!errors.isEmpty()) {
            return errors.keySet().stream().limit(SHOWN).collect(Collectors.joining("; "));
        }
        if (signal > 0) {
            return "signal " + signal + " ended it" + (signal == 9 ? ", perhaps because memory ran short" : "");
        }
        if (!groups.isEmpty()) {
            return "it started " + String.join(", ", groups);
        }
        return withRemedy("exit code " + exitCode + ": " + Files.readAllLines(output).stream()
                .filter(line -> !line.startsWith("\tat ")).collect(Collectors.joining(" / ")));
    }
}
