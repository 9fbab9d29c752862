package exercise;

import module java.base;
import common.commandline.Tool;
import common.json.JsonObject;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import experiment.Results;
import learner.Compilation;
import learner.Exercise;
import learner.JavaSource;
import machine.Environment;
import process.Measuring;

/** Compiles a learner's class, checks its behaviour, and measures it. Prints what each step finds. */
final class ExerciseCheck {
    private static final int MOST_SHOWN_LINES = 20;
    private static final int MOST_SHOWN_CHARS = 200;
    private static final String INDENT = "          ";

    final Exercise exercise;
    /** What a teacher should look at. */
    final Set<String> notes = new TreeSet<>();
    final Path repository;
    private final Path file;
    final Path checks;
    final Path classes;
    private final PrintStream out;
    final List<Result> results = new ArrayList<>();
    private final Set<String> printed = new HashSet<>();
    /** Of the measurement, if there was one. */
    Optional<Map<String, String>> environment = Optional.empty();

    /** @param checks the folder of the exercise's compiled checks */
    ExerciseCheck(Path repository, Exercise exercise, Path file, Path checks, PrintStream out) throws IOException {
        this.repository = repository;
        this.exercise = exercise;
        this.file = file;
        this.checks = checks;
        this.out = out;
        this.classes = Compilation.folder(repository);
    }

    /** Only the first mistake has a hint, because it may explain the others. */
    void add(Result result) {
        boolean isTooBusy = result.outcome() == Outcome.CANNOT_JUDGE && !isMeasured();
        String what = result.check() + (result.tried() == 0 ? "" : String.format(" (tries: %,d)", result.tried()))
                + (isTooBusy ? ": the machine was too busy" : "");
        String label = result.outcome().label;
        out.println(label + String.join("\n", Tool.lines(INDENT, what)).substring(label.length()));
        String hint = failed().isPresent() || result.hint().isEmpty() ? "" : "\nHint: " + result.hint();
        (result.found() + hint).lines().flatMap(line -> Tool.lines(INDENT, line).stream()).forEach(out::println);
        results.add(result);
    }

    /** A line of the learner's code; not all that a loop prints. */
    void print(String line) {
        if (printed.size() < MOST_SHOWN_LINES && printed.add(line)) {
            out.println("    | " + line.substring(0, Math.min(line.length(), MOST_SHOWN_CHARS)));
            out.print(printed.size() == MOST_SHOWN_LINES ? "    | … further output is not shown\n" : "");
        }
    }

    /** @param others are compiled if the file needs them */
    void compile(List<JavaSource> others) throws IOException, InterruptedException {
        out.println("Exercise " + exercise.number() + ": " + exercise.title() + "\n");
        String errors = new Compilation(exercise, file, classes, repository).errors(others);
        add(new Result("the file compiles", errors.isEmpty() ? Outcome.PASSED : Outcome.NOT_YET, errors, "", 0));
    }

    void behave() throws IOException, InterruptedException {
        if (failed().isEmpty()) {
            BehaviourRun.run(this);
        }
    }

    void measure(Measuring measuring) throws IOException, InterruptedException {
        if (failed().isEmpty()) {
            out.println();
            try {
                Results measured = Measurement.make(exercise, repository, classes, measuring, out);
                environment = Optional.of(measured.environment());
                Measurement.judge(exercise, measured).forEach(this::add);
            } catch (IOException e) {
                throw new IOException("the behaviour is right, but it could not be measured: " + e.getMessage(), e);
            }
        }
    }

    Outcome run(Measuring measuring, boolean withMeasurement) throws IOException, InterruptedException {
        boolean complete = measuring.completes(() -> {
            compile(Compilation.beside(file, repository));
            behave();
        });
        if (!complete) {
            return Outcome.CANNOT_JUDGE;
        }
        if (withMeasurement) {
            measure(measuring);
        }
        out.print(summary());
        return outcome();
    }

    /** The first result that did not pass decides, because it may explain the others. */
    Optional<Result> failed() {
        return results.stream().filter(each -> !each.passed()).findFirst();
    }

    Outcome outcome() {
        return failed().map(Result::outcome).orElse(Outcome.PASSED);
    }

    boolean isMeasured() {
        return environment.isPresent();
    }

    String summary() {
        String text = switch (outcome()) {
            case NOT_YET -> "this does not hold: %s.\nEdit   %s\nthen   %s\nor     %s".formatted(
                    failed().orElseThrow().check(), Exercise.shown(file), command("check"), command("hint"));
            case CANNOT_JUDGE -> isMeasured() ? "the behaviour is right, and the measurement does not prove a mistake."
                    : "other programs keep the machine too busy. Run the check again when it is quiet.";
            case PASSED -> isMeasured() ? "exercise " + exercise.number() + ". Compare with our solution: "
                    + command("solution") + '\n' + exercise.line("Unseen") + '\n' + exercise.line("Afterwards")
                    : "the behaviour is right. " + command("check") + " also measures it.\n" + exercise.line("Unseen");
        };
        return (outcome().words + ": " + text).lines().filter(line -> !line.isEmpty())
                .flatMap(line -> Tool.lines("", line).stream()).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private String command(String action) {
        String command = "./run.sh exercise " + exercise.number() + ' ' + action;
        boolean isOther = action.equals("check") && !file.equals(exercise.file());
        return isOther ? command + " --file " + Exercise.shown(file) : command;
    }

    JsonObject json() throws InterruptedException {
        return new JsonObject().put("exercise", exercise.number()).put("class", exercise.className())
                .put("file", file.toString()).put("verdict", outcome().words)
                .put("checks", results.stream().map(Result::json).toList())
                .put("measured", isMeasured()).put("notes", List.copyOf(notes))
                .put("machine", Environment.machine()).put("jdk", Environment.jdk())
                .put("commit", Environment.commit(repository))
                .put("time", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("environment", environment.orElse(Map.of()));
    }
}
