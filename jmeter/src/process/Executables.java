package process;

import module java.base;

public final class Executables {
    /** With options for every JVM that starts, and for each a line in its output. */
    private static final Set<String> JVM_VARIABLES =
            Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private Executables() {
    }

    public static Optional<Path> find(String program, Map<String, String> environment) {
        return Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder.isEmpty() ? "." : folder, program))
                .filter(file -> Files.isExecutable(file) && Files.isRegularFile(file)).findFirst();
    }

    public static ProcessBuilder withoutJvmVariables(ProcessBuilder builder) {
        builder.environment().keySet().removeAll(JVM_VARIABLES);
        return builder;
    }

    /** The variables that {@link #withoutJvmVariables} would remove; empty if there are none. */
    public static String jvmVariables(Map<String, String> environment) {
        return environment.keySet().stream().filter(JVM_VARIABLES::contains).sorted()
                .collect(Collectors.joining(", "));
    }

    public static String java() {
        return ofJdk("java");
    }

    public static String ofJdk(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    /** What a program has printed. */
    public record Ended(int code, String output) {
    }

    public static Ended runOfJdk(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(words));
        command.set(0, ofJdk(words[0]));
        Process process = withoutJvmVariables(new ProcessBuilder(command)).redirectErrorStream(true).start();
        String output = process.inputReader(StandardCharsets.UTF_8).readAllAsString();
        return new Ended(process.waitFor(), output);
    }

    public static List<String> javaCommand(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(List.of(arguments));
        return command;
    }
}
