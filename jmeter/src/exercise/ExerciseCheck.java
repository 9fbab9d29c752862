package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Tool;
import common.json.JsonObject;
import exercise.BehaviourRun.Behaviour;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import lab.machine.Environment;
import load.install.FileTree;
import process.Measuring;

/** Compiles a learner's class, checks its behaviour, and measures it. */
final class ExerciseCheck {
    private static final int POLL_MILLIS = 200;

    private final Path repository;
    private final Exercise exercise;
    private final Path file;
    private final Path checks;
    private final Path classes;
    private final PrintStream out;
    private List<String> errors = List.of();
    private Behaviour behaviour = Behaviour.UNKNOWN;
    private Optional<Measurement> measurement = Optional.empty();

    /** @param checks the folder of the exercise's compiled checks */
    ExerciseCheck(Path repository, Exercise exercise, Path file, Path checks, PrintStream out) throws IOException {
        this.repository = repository;
        this.exercise = exercise;
        this.file = file;
        this.checks = checks;
        this.out = out;
        this.classes = Compilation.folder(repository);
    }

    void compile() throws IOException, UsageException {
        FileTree.delete(classes);
        Files.createDirectory(classes);
        behaviour = Behaviour.UNKNOWN;
        out.println("Exercise " + exercise.number() + ": " + exercise.title() + "\n");
        errors = new Compilation(exercise, file, classes, repository).errors();
        ExerciseOutput output = new ExerciseOutput(out);
        output.line(errors.isEmpty() ? Outcome.PASSED : Outcome.NOT_YET, "the file compiles");
        errors.forEach(output::indented);
    }

    void behave() throws IOException, InterruptedException {
        if (errors.isEmpty()) {
            behaviour = BehaviourRun.of(exercise, classes, checks, repository, new ExerciseOutput(out));
        }
    }

    private void checkBehaviour() throws IOException, UsageException, InterruptedException {
        compile();
        behave();
    }

    void measure(Measuring measuring) throws IOException, UsageException, InterruptedException {
        if (behaviour.isRight()) {
            out.println();
            try {
                measurement = Optional.of(Measurement.of(exercise, repository, classes, measuring, out));
            } catch (IOException e) {
                throw new IOException("the behaviour is right, but it could not be measured: " + e.getMessage(), e);
            }
        }
    }

    Outcome run(Measuring measuring, boolean withMeasurement)
            throws IOException, UsageException, InterruptedException {
        if (!measuring.completes(this::checkBehaviour)) {
            return Outcome.CANNOT_JUDGE;
        }
        if (withMeasurement) {
            measure(measuring);
        }
        out.print(summary());
        return outcome();
    }

    Outcome outcome() {
        return !errors.isEmpty() || behaviour.results().isEmpty() ? Outcome.NOT_YET
                : behaviour.failed().map(Result::outcome)
                .orElse(measurement.map(Measurement::outcome).orElse(Outcome.PASSED));
    }

    void watch(Measuring measuring) throws IOException, UsageException {
        measuring.completes(() -> {
            while (true) {
                String checked = text();
                checkBehaviour();
                out.print(summary());
                out.println("\nwatching " + ExerciseCommand.shown(file) + "; Ctrl-C to end");
                awaitChange(checked);
                out.println("\n---------- saved at " + LocalTime.now().truncatedTo(ChronoUnit.SECONDS));
            }
        });
    }

    /** Polls, because file notifications fail in folders that containers share with their host. */
    private void awaitChange(String checked) throws IOException, InterruptedException {
        String before = "";
        for (String now = text(); now.isEmpty() || now.equals(checked) || !now.equals(before); now = text()) {
            before = now;
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Empty while an editor is replacing the file. */
    private String text() throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);      // accepts any bytes
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** In a sentence, what is wrong or unclear. */
    String why() {
        long failed = behaviour.results().stream().filter(each -> !each.passed()).count();
        return !errors.isEmpty() ? "the file does not compile." : failed > 0 ? failed + " of "
                + behaviour.results().size() + " checks of behaviour failed."
                + (failed == 1 ? "" : " Begin with the first: it may explain the others.")
                : measurement.map(Measurement::why).orElse("");
    }

    private String summary() {
        String command = "./run.sh exercise " + exercise.number() + ' ';
        String shown = ExerciseCommand.shown(file);
        String check = command + "check" + (file.equals(exercise.file()) ? "" : " --file " + shown);
        String advice = measurement.map(Measurement::advice).orElse("");
        return '\n' + switch (outcome()) {
            case NOT_YET -> ending(why(), advice.isEmpty() ? "" : "Hint: " + advice)
                    + "Edit   " + shown + "\nthen   " + check + "\nor     " + command + "hint\n";
            case CANNOT_JUDGE -> behaviour.isRight()
                    ? ending(why(), advice, "The behaviour is right, and the measurement does not prove a mistake.")
                    : ending("other programs keep the machine too busy. Run the check again when it is quiet.");
            case PASSED -> ending(measurement.isEmpty()
                    ? "the behaviour is right. " + check + " also measures it."
                    : "exercise " + exercise.number() + ". Compare with our solution: " + command + "solution", advice);
        };
    }

    private String ending(String... lines) {
        String first = outcome().words + ": " + lines[0];
        return Stream.concat(Stream.of(first), Stream.of(lines).skip(1)).filter(line -> !line.isEmpty())
                .flatMap(line -> Tool.lines("", line).stream()).collect(Collectors.joining("\n", "", "\n"));
    }

    JsonObject json() throws InterruptedException {
        return new JsonObject().put("exercise", exercise.number()).put("class", exercise.className())
                .put("file", file.toString()).put("verdict", outcome().words)
                .put("why", measurement.map(Measurement::why).orElse(""))
                .put("advice", measurement.map(Measurement::advice).orElse(""))
                .put("errors", errors)
                .put("checks", behaviour.results().stream().map(Result::json).toList())
                .put("measured", measurement.isPresent())
                .put("figures", measurement.stream().flatMap(each -> each.goals().stream()).map(Measurement.Goal::json)
                        .toList())
                .put("machine", Environment.machine()).put("jdk", Environment.jdk())
                .put("commit", Environment.commit(repository))
                .put("time", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("environment", measurement.map(Measurement::environment).orElse(Map.of()));
    }

    Exercise exercise() {
        return exercise;
    }

    boolean isMeasured() {
        return measurement.isPresent();
    }

    Behaviour behaviour() {
        return behaviour;
    }
}
