package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.commandline.Tool;
import common.json.JsonObject;
import exercise.BehaviourRun.Found;
import lab.machine.Environment;
import process.Measuring;

/** Compiles a learner's class, checks its behaviour, and measures it. */
final class ExerciseCheck implements AutoCloseable {
    private static final int POLL_MILLIS = 200;
    private static final String INDENT = "          ";

    private final Path repository;
    private final Exercise exercise;
    private final Path file;
    private final Path classes;
    private final PrintStream out = System.out;
    private List<String> errors = List.of();
    private List<Found> behaviour = List.of();
    private Optional<Measurement> measurement = Optional.empty();

    ExerciseCheck(Path repository, Exercise exercise, Path file) throws IOException {
        this.repository = repository;
        this.exercise = exercise;
        this.file = file;
        this.classes = emptyFolder(repository, exercise);
    }

    static Path emptyFolder(Path repository, Exercise exercise) throws IOException {
        Path all = repository.resolve(".build/exercises");
        Files.createDirectories(all);
        removeFoldersOfEndedProcesses(all);
        Path folder = all.resolve(exercise.number() + "." + ProcessHandle.current().pid());
        remove(folder);
        return Files.createDirectories(folder);
    }

    private static void removeFoldersOfEndedProcesses(Path all) throws IOException {
        try (Stream<Path> folders = Files.list(all)) {
            for (Path folder : folders.toList()) {
                String name = folder.getFileName().toString();
                if (name.matches("\\d+\\.\\d+")
                        && ProcessHandle.of(Long.parseLong(name.replaceFirst(".*\\.", ""))).isEmpty()) {
                    remove(folder);
                }
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    Outcome run(Measuring measuring, boolean withMeasurement)
            throws IOException, UsageException, InterruptedException {
        if (!measuring.completes(this::checkBehaviour)) {
            return Outcome.CANNOT_JUDGE;
        }
        if (isRight() && withMeasurement) {
            out.println();
            measurement = Optional.of(measured(measuring));
            measurement.get().goals().forEach(goal -> out.println(goal.goal().isEmpty()
                    ? labelled("", "for comparison, " + goal.text()) : line(goal.outcome(), goal.text())));
        }
        out.print(summary());
        return outcome();
    }

    private Measurement measured(Measuring measuring) throws IOException, UsageException, InterruptedException {
        try {
            return Measurement.of(exercise, repository, classes, measuring);
        } catch (IOException e) {
            throw new IOException("the behaviour is right, but it could not be measured: " + e.getMessage(), e);
        }
    }

    private void checkBehaviour() throws IOException, UsageException, InterruptedException {
        emptyFolder(repository, exercise);
        behaviour = List.of();
        Compilation source = Compilation.of(exercise, file);
        out.println("Exercise " + exercise.number() + ": " + exercise.title() + "\n");
        errors = source.into(classes, repository);
        out.println(line(errors.isEmpty() ? Outcome.PASSED : Outcome.NOT_YET, "the file compiles"));
        errors.forEach(error -> out.println(INDENT + error));
        if (errors.isEmpty()) {
            behaviour = BehaviourRun.of(exercise, classes, repository, out);
        }
    }

    private boolean isRight() {
        return errors.isEmpty() && behaviour.stream().allMatch(Found::passed);
    }

    private Outcome outcome() {
        return !isRight() ? Outcome.NOT_YET : measurement.map(Measurement::outcome).orElse(Outcome.PASSED);
    }

    void watch(Measuring measuring) throws IOException, UsageException {
        measuring.completes(() -> {
            while (true) {
                String checked = text();
                checkBehaviour();
                out.print(summary());
                out.println("\nwatching " + ExerciseCommand.shown(file) + "; Ctrl-C to end");
                awaitChange(checked);
                out.println("\n" + "-".repeat(INDENT.length()) + " saved at "
                        + LocalDateTime.now().toLocalTime().truncatedTo(ChronoUnit.SECONDS));
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

    static String line(Outcome outcome, String text) {
        String label = switch (outcome) {
            case PASSED -> "ok";
            case NOT_YET -> "not yet";
            case CANNOT_JUDGE -> "unclear";
        };
        return labelled(label, text);
    }

    private static String labelled(String label, String text) {
        return label + " ".repeat(INDENT.length() - label.length())
                + String.join("\n", Tool.lines(INDENT, text)).strip();
    }

    static void indented(PrintStream out, String text) {
        text.lines().flatMap(line -> Tool.lines(INDENT, line).stream()).forEach(out::println);
    }

    private String summary() {
        String command = "./run.sh exercise " + exercise.number() + ' ';
        String shown = ExerciseCommand.shown(file);
        String check = command + "check" + (file.equals(exercise.file()) ? "" : " --file " + shown);
        String edit = "Edit   " + shown + "\nthen   " + check + "\nor     " + command + "hint\n";
        String why = measurement.map(Measurement::why).orElse("");
        String advice = measurement.map(Measurement::advice).orElse("");
        long failed = behaviour.stream().filter(each -> !each.passed()).count();
        return '\n' + switch (outcome()) {
            case NOT_YET -> (!errors.isEmpty() ? ending("the file does not compile.")
                    : failed > 0 ? ending(failed + " of " + behaviour.size() + " checks of behaviour failed."
                    + (failed == 1 ? "" : " Begin with the first: it may explain the others."))
                    : ending(why, advice.isEmpty() ? "" : "Hint: " + advice)) + edit;
            case CANNOT_JUDGE -> ending(why, advice,
                    "The behaviour is right, and the measurement does not prove a mistake.");
            case PASSED -> ending(measurement.isEmpty()
                    ? "the behaviour is right. " + check + " also measures it."
                    : "exercise " + exercise.number() + ". Compare with our solution: " + command + "solution", advice);
        };
    }

    private String ending(String... lines) {
        String first = outcome().words() + ": " + lines[0];
        return Stream.concat(Stream.of(first), Stream.of(lines).skip(1)).filter(line -> !line.isEmpty())
                .flatMap(line -> Tool.lines("", line).stream()).collect(Collectors.joining("\n", "", "\n"));
    }

    String json() throws InterruptedException {
        return JsonObject.text(new JsonObject().put("exercise", exercise.number()).put("class", exercise.className())
                .put("file", file.toString()).put("verdict", outcome().words())
                .put("why", measurement.map(Measurement::why).orElse(""))
                .put("advice", measurement.map(Measurement::advice).orElse(""))
                .put("errors", errors)
                .put("checks", behaviour.stream().map(each -> new JsonObject().put("check", each.check())
                        .put("passed", each.passed()).put("found", each.found()).put("hint", each.hint())).toList())
                .put("measured", measurement.isPresent())
                .put("figures", measurement.stream().flatMap(each -> each.goals().stream()).map(Measurement.Goal::json)
                        .toList())
                .put("machine", Environment.machine()).put("jdk", Environment.jdk())
                .put("commit", Environment.commit(repository))
                .put("time", LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS).toString())
                .put("environment", measurement.map(Measurement::environment).orElse(Map.of())));
    }

    @Override
    public void close() throws IOException {
        remove(classes);
    }

    /** Empty while an editor is replacing the file. */
    private String text() throws IOException {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);      // accepts any bytes
        } catch (NoSuchFileException e) {
            return "";
        }
    }
}
