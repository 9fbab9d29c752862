package readme;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import testing.Program;
import testing.TestRunner;

/**
 * Tries by their help the commands that no test can run: whether they are there, and have such options. Those are
 * forms, such as {@code ./run.sh COMMAND}, and what needs a network, another machine or a window. Asked by several
 * threads at once; each help is read once, in a concurrent map.
 */
final class HelpTrials {
    private static final String LETTER = "[a-z-]";
    private final Map<List<String>, String> helps = new ConcurrentHashMap<>();

    /** {@code ./run.sh pool|loom} names two commands, {@code ./run.sh COMMAND} none. */
    void isExplained(ReadmeCommand command) {
        List<String> options = command.words().stream().map(word -> word.replaceAll("^[\\[(]+|[=.…\\])].*", ""))
                .filter(word -> word.startsWith("--")).toList();
        for (String name : command.name().split("\\|")) {
            String help = help(command.program(), ReadmeCommand.isPlaceholder(name) ? "" : name);
            options.forEach(option -> assertTrue(has(help, option), "no such option: " + option));
        }
    }

    private static boolean has(String help, String word) {
        return Pattern.compile("(?<!" + LETTER + ')' + Pattern.quote(word) + "(?!" + LETTER + ')').matcher(help).find();
    }

    /** Only {@code run.sh} has a help for each command. */
    private String help(String program, String name) {
        String script = program.substring("./".length());
        if (script.equals("build.sh")) {
            String help = helps.computeIfAbsent(List.of(script, "--help"), HelpTrials::print);
            assertTrue(has(help.lines().findFirst().orElse(""), name), "no such command: " + name);
            return help;
        }
        return helps.computeIfAbsent(name.isEmpty() ? List.of(script, "--help") : List.of(script, name, "--help"),
                HelpTrials::print);
    }

    private static String print(List<String> words) {
        try (Program program = Program.script(words.getFirst(),
                words.subList(1, words.size()).toArray(String[]::new))) {
            assertEquals(0, program.exitCode(), program.output());
            return program.standardOutput();
        } catch (Exception e) {
            throw new AssertionError(words + ": " + e, e);
        }
    }

    /** {@code ./build.sh test NAME…}: this runs the test that it is part of, so the names alone are looked at. */
    void testsAreThere(ReadmeCommand command) throws Exception {
        isExplained(command);
        Path classes = Path.of(System.getProperty("java.class.path").split(":")[0]);
        List<Class<?>> tests = TestRunner.testClasses(classes);
        for (String name : command.words().subList(2, command.words().size())) {
            assertTrue(tests.stream().anyMatch(type -> !TestRunner.tests(type, List.of(name)).isEmpty()),
                    "no test has " + name + " in its name");
        }
    }
}
