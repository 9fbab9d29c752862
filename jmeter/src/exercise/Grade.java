package exercise;

import module java.base;
import common.commandline.Tool;
import common.json.JsonObject;
import exercise.HandIn.None;
import exercise.HandIn.Solution;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import learner.Compilation;
import learner.Exercise;
import learner.JavaSource;
import process.Measuring;

/** Checks what a class has handed in. Whatever goes wrong with one file costs no other its verdict. */
final class Grade {
    private static final int AT_ONCE = Math.max(2, Runtime.getRuntime().availableProcessors());
    private static final int MOST_NAMES = 5;
    /** The verdict on a file that has not been measured. */
    static final String BEHAVIOUR_RIGHT = "behaviour right";
    private static final String BUT_FOR = " but for comments, white space and names";

    interface Step {
        void run(Solution solution, ExerciseCheck check) throws IOException, InterruptedException;
    }

    private final Path repository;
    private final Path folder;
    private final Map<Exercise, Path> compiledChecks = new HashMap<>();
    private final List<HandIn> handIns = new ArrayList<>();
    /** Of those that can be checked. */
    private final Map<Solution, ExerciseCheck> checks = new LinkedHashMap<>();

    Grade(Path repository, Path folder) {
        this.repository = repository;
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** Returns whether nobody stopped it. */
    boolean run(Measuring measuring, boolean measures) throws IOException, InterruptedException {
        boolean complete = measuring.completes(() -> {
            read();
            forAll((solution, check) -> check.compile(solution.isAlone() ? List.of()
                    : Compilation.beside(solution.file(), repository)));
            // after all compilers, because a check kills what the one before it has left running
            forAll((_, check) -> {
                check.behave();
                System.err.print('.');
            });
            System.err.println();
        });
        for (Solution each : complete && measures ? checks.keySet() : Set.<Solution>of()) {
            run(each, (_, check) -> check.measure(measuring));
        }
        return complete;
    }

    void read() throws IOException, InterruptedException {
        for (HandIn each : ClassFolder.read(folder, Exercise.all(repository))) {
            add(each);
        }
        remarkCopies();
    }

    private void add(HandIn handIn) throws IOException, InterruptedException {
        if (!(handIn instanceof Solution solution)) {
            handIns.add(handIn);
            return;
        }
        Exercise exercise = solution.exercise();
        if (solution.likeness().hasSameText(likeness(exercise.template()))) {
            handIns.add(new None(solution.student(), solution.file(), None.NOTHING, "the template is unchanged"));
            return;
        }
        if (!compiledChecks.containsKey(exercise)) {
            compiledChecks.put(exercise, Compilation.compiled(exercise, exercise.checks(), repository));
        }
        add(solution, new ExerciseCheck(repository, exercise, solution.file(), compiledChecks.get(exercise),
                new PrintStream(OutputStream.nullOutputStream())));
    }

    void add(Solution solution, ExerciseCheck check) {
        handIns.add(solution);
        checks.put(solution, check);
        if (!solution.remark().isEmpty()) {
            check.notes.add(solution.remark());
        }
    }

    private static Likeness likeness(Path file) throws IOException {
        return Likeness.of(JavaSource.read(file));
    }

    void remarkCopies() throws IOException {
        Map<String, List<Solution>> alike = new LinkedHashMap<>();      // by exercise and shape
        for (Solution each : checks.keySet()) {
            Likeness file = each.likeness();
            Likeness ours = likeness(each.exercise().solution());
            boolean isTelling = file.isLongerThan(likeness(each.exercise().template()));
            if (file.hasSameText(ours) || isTelling && file.shape().equals(ours.shape())) {
                checks.get(each).notes.add("equal to our solution" + BUT_FOR);
            } else if (isTelling) {
                alike.computeIfAbsent(each.exercise().number() + file.shape(), _ -> new ArrayList<>()).add(each);
            }
        }
        alike.values().forEach(this::remark);
    }

    private void remark(List<Solution> alike) {
        for (Solution each : alike) {
            List<String> others = alike.stream().map(Solution::student).filter(name -> !name.equals(each.student()))
                    .distinct().map(Cell::name).toList();
            if (!others.isEmpty()) {
                checks.get(each).notes.add("equal to the file of "
                        + others.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                        + (others.size() > MOST_NAMES ? " and others" : "") + BUT_FOR);
            }
        }
    }

    void forAll(Step step) throws InterruptedException {
        try (ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE)) {
            workers.invokeAll(checks.keySet().stream().<Callable<Void>>map(each -> () -> {
                run(each, step);
                return null;
            }).toList());
        }
    }

    /** Whatever fails costs only this file its verdict. */
    private void run(Solution solution, Step step) throws InterruptedException {
        ExerciseCheck check = checks.get(solution);
        try {
            step.run(solution, check);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | Error e) {
            check.add(new Result("the file can be checked", Outcome.CANNOT_JUDGE, e instanceof IOException failure
                    ? Tool.reason(failure) : e.toString(), "", 0));
        }
    }

    boolean hasChecked() {
        return !checks.isEmpty();
    }

    private static String verdict(ExerciseCheck check) {
        return check.outcome() == Outcome.PASSED && !check.isMeasured() ? BEHAVIOUR_RIGHT : check.outcome().words;
    }

    /** Each is on one line. */
    private static String why(Solution solution, ExerciseCheck check) {
        Stream<String> failed = check.failed().stream().map(each -> each.check() + ": " + each.found()
                .replace(Exercise.shown(solution.file().getParent()) + '/', ""));
        return Stream.concat(failed, check.notes.stream()).map(Cell::text).collect(Collectors.joining("; "));
    }

    private static String row(String... columns) {
        return "%-20s  %-8s  %-17s  %-36s  %s".formatted((Object[]) columns).stripTrailing() + '\n';
    }

    private String row(HandIn handIn) {
        String name = Cell.name(handIn.student());
        String file = Cell.name(folder.relativize(handIn.file()));
        return switch (handIn) {
            case None none -> row(name, "-", none.verdict(), file, Cell.text(none.why()));
            case Solution solution -> row(name, "" + solution.exercise().number(), verdict(checks.get(solution)), file,
                    why(solution, checks.get(solution)));
        };
    }

    String table() {
        return row("NAME", "EXERCISE", "VERDICT", "FILE", "WHY")
                + handIns.stream().map(this::row).collect(Collectors.joining());
    }

    String json() throws InterruptedException {
        List<JsonObject> all = new ArrayList<>();
        for (HandIn each : handIns) {
            all.add(switch (each) {
                case None none -> new JsonObject().put("name", none.student()).put("file", none.file().toString())
                        .put("verdict", none.verdict()).put("notes", List.of(none.why()));
                case Solution solution -> checks.get(solution).json().put("name", solution.student())
                        .put("verdict", verdict(checks.get(solution)));
            });
        }
        return JsonObject.text(all);
    }
}
