package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Tool;
import common.json.JsonObject;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import lab.machine.Environment;
import load.install.FileTree;
import process.Measuring;

/** Compiles a learner's class, checks its behaviour, and measures it. Each step has results. */
final class ExerciseCheck {
    private static final int POLL_MILLIS = 200;

    final Exercise exercise;
    final List<String> notes = new ArrayList<>();
    private final Path repository;
    private final Path file;
    private final Path checks;
    private final Path classes;
    private final PrintStream out;
    private final List<Result> results = new ArrayList<>();
    private Optional<Measurement> measurement = Optional.empty();
    private ExerciseOutput output;

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
        results.clear();
        out.println("Exercise " + exercise.number() + ": " + exercise.title() + "\n");
        output = new ExerciseOutput(out);
        String errors = String.join("\n", new Compilation(exercise, file, classes, repository).errors());
        Outcome compiles = errors.isEmpty() ? Outcome.PASSED : Outcome.NOT_YET;
        results.add(new Result("the file compiles", compiles, errors, "", 0));
        output.show(results.getFirst());
    }

    void behave() throws IOException, InterruptedException {
        if (failed().isEmpty()) {
            BehaviourRun.run(exercise, classes, checks, repository, output, results, notes);
        }
    }

    void measure(Measuring measuring) throws IOException, UsageException, InterruptedException {
        if (failed().isEmpty()) {
            out.println();
            try {
                measurement = Optional.of(Measurement.of(exercise, repository, classes, measuring, out));
            } catch (IOException e) {
                throw new IOException("the behaviour is right, but it could not be measured: " + e.getMessage(), e);
            }
            measurement.get().results().forEach(output::show);
            results.addAll(measurement.get().results());
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

    private void checkBehaviour() throws IOException, UsageException, InterruptedException {
        compile();
        behave();
    }

    /** The first result that did not pass decides, because it may explain the others. */
    Optional<Result> failed() {
        return results.stream().filter(each -> !each.passed()).findFirst();
    }

    Outcome outcome() {
        return failed().map(Result::outcome).orElse(Outcome.PASSED);
    }

    boolean isMeasured() {
        return measurement.isPresent();
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

    private String summary() {
        String command = "./run.sh exercise " + exercise.number() + ' ';
        String shown = ExerciseCommand.shown(file);
        String check = command + "check" + (file.equals(exercise.file()) ? "" : " --file " + shown);
        long failed = results.stream().filter(each -> !each.passed()).count();
        String text = switch (outcome()) {
            case NOT_YET -> failed().orElseThrow().check() + (failed == 1 ? ": no." : ": no. Begin with this, of "
                    + failed + " that failed.") + "\nEdit   " + shown + "\nthen   " + check + "\nor     " + command
                    + "hint";
            case CANNOT_JUDGE -> isMeasured() ? "the behaviour is right, and the measurement does not prove a mistake."
                    : "other programs keep the machine too busy. Run the check again when it is quiet.";
            case PASSED -> isMeasured() ? "exercise " + exercise.number() + ". Compare with our solution: " + command
                    + "solution\n" + exercise.line("Afterwards")
                    : "the behaviour is right. " + check + " also measures it.";
        };
        return (outcome().words + ": " + text).lines().flatMap(line -> Tool.lines("", line).stream())
                .collect(Collectors.joining("\n", "\n", "\n"));
    }

    JsonObject json() throws InterruptedException {
        return new JsonObject().put("exercise", exercise.number()).put("class", exercise.className())
                .put("file", file.toString()).put("verdict", outcome().words)
                .put("checks", results.stream().map(Result::json).toList())
                .put("measured", isMeasured()).put("notes", notes)
                .put("machine", Environment.machine()).put("jdk", Environment.jdk())
                .put("commit", Environment.commit(repository))
                .put("time", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("environment", measurement.map(Measurement::environment).orElse(Map.of()));
    }
}
