package load;

import module java.base;
import common.commandline.Tool;

/**
 * What JMeter's log says about a load that was not made, or not all of it. JMeter's exit code says nothing about it.
 *
 * @param errors how often each occurred
 * @param groups how many threads each group started
 */
public record JmeterLog(Map<String, Long> errors, List<String> groups) {
    private static final String NEXT = "\n(?=\\d{4}-\\d\\d-\\d\\d )";
    private static final Pattern ENTRY = Pattern.compile("\\S+ \\S+ (?<level>\\w+) +(\\w+\\.)*(?<text>\\w+: .*)");
    private static final Pattern WARNING = Pattern.compile("(?i)error|fail|could not|cannot|unable|not found");
    private static final Pattern CAUSE =
            Pattern.compile("(?m)^(Caused by: |\t)?(\\w+\\.)+(?<cause>[\\w$]+(Exception|Error)\\b.*)");
    private static final Pattern THREADS = Pattern.compile("Starting (\\d+ threads for group .*)\\.");
    private static final Pattern THREAD = Pattern.compile("Thread\\[#\\d+,(.*?)( \\d+-\\d+)?,[^]]*]");
    /** A report needs samples, and the other repeats an error. */
    private static final Pattern CONSEQUENCE = Pattern.compile("Error generating the report|An error occurred: ");
    private static final Map<String, String> REMEDIES = Map.of(
            "Unsupported class file major version", "JMeter's Groovy is too old for JDK " + Runtime.version().feature()
                    + "; replace groovy-3.*.jar in JMeter's lib/ by Groovy 3.0.25 or newer",
            "CannotResolveClassException", "the plan needs a plugin; copy its jar into JMeter's lib/ext/",
            "unable to create native thread", "the system allows no more threads: ask for a smaller load",
            "Java heap space", "JMeter needs more memory, HEAP=-Xmx…, or a smaller load");
    private static final int SHOWN = 8;

    public static JmeterLog read(Path log) throws IOException {
        JmeterLog all = new JmeterLog(new LinkedHashMap<>(), new ArrayList<>());
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
        String level = text.isEmpty() || CONSEQUENCE.matcher(text).find() ? "" : head.group("level");
        if (level.matches("ERROR|FATAL") || level.equals("WARN") && WARNING.matcher(text).find()) {
            String first = CAUSE.matcher(entry).results().map(cause -> ": " + cause.group("cause"))
                    .reduce("", (_, last) -> last);
            String whole = Tool.printable(THREAD.matcher(text + first).replaceAll("$1"));
            errors.merge(whole + REMEDIES.keySet().stream().filter(whole::contains).findFirst()
                    .map(known -> " (" + REMEDIES.get(known) + ")").orElse(""), 1L, Long::sum);
        }
    }

    void print(PrintStream out) {
        out.print(errors.isEmpty() ? "" : "errors in JMeter's log; a part of the load may be missing\n");
        errors.entrySet().stream().limit(SHOWN)
                .forEach(each -> out.printf("%9d x %s%n", each.getValue(), each.getKey()));
    }

    /** Why there is no sample. */
    String whyNone(int exitCode, Path output) throws IOException {
        int signal = exitCode - RunReport.SIGNAL;
        return !errors.isEmpty() ? errors.keySet().stream().limit(SHOWN).collect(Collectors.joining("; "))
                : signal == 9 ? "signal 9 ended it, perhaps because memory ran short"
                : signal > 0 ? "signal " + signal + " ended it"
                : exitCode == 0 ? "it started " + (groups.isEmpty() ? "no thread group" : String.join(", ", groups))
                : "exit code " + exitCode + ": " + String.join(" / ", Files.readAllLines(output));
    }
}
