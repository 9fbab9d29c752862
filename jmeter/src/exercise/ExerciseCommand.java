package exercise;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.Option;
import common.commandline.Tool.ExitCode;
import common.commandline.Tool;
import common.commandline.UsageException;
import common.json.JsonObject;
import exercise.harness.Outcome;
import learner.Compilation;
import learner.Exercise;
import process.Measuring;

/** {@code ./run.sh exercise}: a learner writes a part of service one. */
public final class ExerciseCommand {
    private static final Map<String, Set<String>> ACTIONS = Map.of(
            "check", Set.of("--behaviour", "--file", "--json"), "grade", Set.of("--measure", "--json"),
            "hint", Set.of(), "solution", Set.of(), "", Set.of());

    static final Tool TOOL = new Tool("exercise", """
            exercise [N [check | hint | solution]] [OPTIONS]
            exercise grade FOLDER [--measure] [--json]""", """
            Write a part of service one yourself. This command checks it, and measures it in the service under load.

              exercise               lists the exercises, and which of them you have passed
              exercise N             shows the task, and the file to edit
              exercise N check       compiles the file, checks its behaviour, and measures it: passed, not yet (with a
                                     hint), or cannot judge (this run proves nothing: shows why, and what to do)
              exercise N hint        shows one more hint, below those before it
              exercise N solution    shows our solution, and what to notice in it
              exercise grade FOLDER  for a teacher: checks the behaviour of all files of a class, NAME.java or those in
                                     folders NAME, several at once, and prints one table. The public class decides
                                     which exercise a file is for, and without one the file's name
            """, List.of(
            Option.flag("--behaviour", "with check: only checks behaviour, without a measurement"),
            Option.text("--file", "PATH", "", "a Java file", "with check: judges that file instead of yours"),
            Option.flag("--json", "with check and grade: prints the result as JSON on standard output, and all else "
                    + "on standard error"),
            Option.flag("--measure", "with grade: also measures the files whose behaviour is right, one by one")), """
            Exit codes: 0 passed; 1 not yet, or the command line is wrong; 2 could not start: something needed is
            missing, or another experiment is running on this machine; 3 cannot judge; 130 after Ctrl-C. With grade:
            0 at least one file was checked, whatever its verdict; 3 none was.
            """);

    private static final String HAND_IN = "To hand it in, give a copy of that file to your teacher. Git ignores it, so "
            + "neither a commit nor a fork contains it. If it needs other files of its folder, give them, too.";

    private final Path repository = Tool.repository();
    private final Measuring measuring;
    private final PrintStream standard = System.out;      // only for JSON if the user wants that

    private ExerciseCommand(Measuring measuring) {
        this.measuring = measuring;
    }

    public static void main(String... arguments) throws InterruptedException {
        Measuring.main(TOOL, arguments, measuring -> new ExerciseCommand(measuring)::run);
    }

    /** Returns the action; empty if there is none. */
    static String action(CommandLine line) {
        List<String> words = line.words();
        boolean grades = words.size() == 2 && words.getFirst().equals("grade");
        String action = grades ? "grade" : String.join(" ", words.stream().skip(1).toList());
        if (!ACTIONS.containsKey(action) || !grades && words.contains("grade")) {
            throw new UsageException("not a command: exercise " + String.join(" ", words) + "; the actions are check, "
                    + "hint and solution, and grade FOLDER for a teacher");
        }
        for (String option : line.options().keySet()) {
            if (!ACTIONS.get(action).contains(option)) {
                throw new UsageException(option + " needs the action " + (option.equals("--measure")
                        ? "grade: exercise grade FOLDER" : "check: exercise N check"));
            }
        }
        return action;
    }

    private ExitCode run(CommandLine line) throws IOException, InterruptedException {
        String action = action(line);
        if (line.words().isEmpty()) {
            list(repository, System.out);
            return ExitCode.OK;
        }
        if (line.has("--json")) {
            System.setOut(System.err);
        }
        if (action.equals("grade")) {
            return grade(line);
        }
        Exercise exercise = Exercise.find(repository, line.words().getFirst());
        switch (action) {
            case "check" -> {
                return judge(exercise, line);
            }
            case "hint" -> hint(exercise, System.out);
            case "solution" -> solution(exercise, System.out);
            default -> task(exercise, System.out);
        }
        return ExitCode.OK;
    }

    private ExitCode grade(CommandLine line) throws IOException, InterruptedException {
        Grade grade = new Grade(repository, Path.of(line.words().get(1)));
        if (!grade.run(measuring, line.has("--measure"))) {
            return ExitCode.FAILED;      // some files have not been checked
        }
        System.out.print(grade.table());
        standard.print(line.has("--json") ? grade.json() : "");
        return grade.hasChecked() ? ExitCode.OK : ExitCode.FAILED;
    }

    static void list(Path repository, PrintStream out) throws IOException {
        out.println("Write it yourself: each exercise is a part of service one. "
                + "A drain takes sockets from the queue and serves them.\n");
        List<Exercise> all = Exercise.all(repository);
        for (Exercise each : all) {
            String base = each.line("Builds on");
            out.printf("  %d  %-7s  %s (%s minutes%s)%n", each.number(), each.isPassed() ? "passed" : "not yet",
                    each.title(), each.line("Minutes"), base.isEmpty() ? "" : ", builds on " + base);
        }
        out.println(all.stream().filter(each -> !each.isPassed()).findFirst()
                .map(next -> "\nContinue with ./run.sh exercise " + next.number())
                .orElse("\nYou have passed all exercises."));
        out.println("Do first what an exercise builds on. Otherwise, any order will do.");
        out.println("For code completion, open " + Exercise.shown(Exercise.home(repository))
                + " in Eclipse, VS Code or IntelliJ.");
    }

    private static Path prepared(Exercise exercise) throws IOException {
        if (Files.notExists(exercise.file())) {
            Files.copy(exercise.template(), exercise.file());
        }
        return exercise.file();
    }

    static void task(Exercise exercise, PrintStream out) throws IOException {
        out.println("Exercise " + exercise.number() + ": " + exercise.title() + " (" + exercise.line("Mode") + ")\n");
        out.println(format(exercise.section("Task")));
        out.println("What is checked:\n\n" + format(exercise.section("Behaviour")));
        out.println("What is measured:\n\n" + format(exercise.section("Measured")));
        String command = "./run.sh exercise " + exercise.number();
        out.println("Edit   " + Exercise.shown(prepared(exercise)) + "\nthen   " + command + " check\nor     "
                + command + " hint");
        out.println("\n" + format(HAND_IN).stripTrailing());
    }

    private ExitCode judge(Exercise exercise, CommandLine line) throws IOException, InterruptedException {
        Path file = line.has("--file") ? Path.of(line.text("--file")).toAbsolutePath().normalize() : prepared(exercise);
        Path checks = Compilation.compiled(exercise, exercise.checks(), repository);
        ExerciseCheck check = new ExerciseCheck(repository, exercise, file, checks, System.out);
        Outcome outcome = check.run(measuring, !line.has("--behaviour"));
        if (outcome == Outcome.PASSED && check.isMeasured() && !line.has("--file")) {
            exercise.pass();
        }
        standard.print(line.has("--json") ? JsonObject.text(check.json()) : "");
        return outcome.exitCode;
    }

    /** Markdown for a terminal: wraps paragraphs and items, and leaves code as it is. */
    static String format(String markdown) {
        return Stream.of(markdown.split("\n\n")).map(block -> block.startsWith("    ") ? block
                : Stream.of(block.split("\n(?=- )")).map(item -> String.join("\n", Tool.lines(
                        item.startsWith("- ") ? "  " : "", item.replaceAll("\\s+", " ")
                        .replaceAll("\\*\\*?(\\S[^*`]*)\\*\\*?", "$1"))).strip()).collect(Collectors.joining("\n")))
                .collect(Collectors.joining("\n\n")) + '\n';
    }

    static void hint(Exercise exercise, PrintStream out) throws IOException {
        List<String> hints = exercise.hints();
        int shown = Math.min(exercise.shownHints() + 1, hints.size());
        for (int i = 0; i < shown; i++) {
            out.print(format("Hint " + (i + 1) + " of " + hints.size() + ": " + hints.get(i)));
        }
        exercise.showedHints(shown);
    }

    static void solution(Exercise exercise, PrintStream out) throws IOException {
        out.println(Files.readString(exercise.solution()));
        out.println("What to notice:\n\n" + format(exercise.section("Notice")));
        out.println("The solution is in " + Exercise.shown(exercise.solution()));
    }
}
