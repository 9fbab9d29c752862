package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.json.JsonObject;
import exercise.harness.Check.Result;
import exercise.harness.Outcome;
import javax.lang.model.SourceVersion;
import process.Measuring;

/** Checks all files of a folder: {@code NAME.java}, or those in folders {@code NAME}. */
final class Grade {
    private static final int AT_ONCE = Math.max(2, Runtime.getRuntime().availableProcessors());
    /** Short programs are alike by chance. */
    private static final int FEWEST_LINES = 20;
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    /** The verdict on a file that has not been measured. */
    static final String BEHAVIOUR_RIGHT = "behaviour right";
    private static final Pattern TOKEN = Pattern.compile("[\\p{L}_$][\\w$]*|\"[^\"\n]*\"|\\S");

    private record Entry(String name, ExerciseCheck check, String normalized) {
        String verdict() {
            return check.outcome() == Outcome.PASSED && !check.isMeasured() ? BEHAVIOUR_RIGHT : check.outcome().words;
        }

        String row() {
            return row(name, "" + check.exercise.number(), verdict(), Stream.concat(check.failed().stream()
                    .map(Result::check), check.notes.stream()).collect(Collectors.joining("; ")));
        }

        static String row(String... columns) {
            return "%-20s  %-8s  %-15s  %s".formatted((Object[]) columns).stripTrailing() + '\n';
        }
    }

    private final Path repository;
    private final Map<Integer, Path> checks = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final StringBuilder unknown = new StringBuilder();

    Grade(Path repository) {
        this.repository = repository;
    }

    /** Returns whether nobody stopped it. */
    boolean run(Path folder, Measuring measuring, boolean measures)
            throws IOException, UsageException, InterruptedException {
        boolean complete = measuring.completes(() -> {
            read(folder.toAbsolutePath().normalize());
            checkBehaviour();
        });
        for (Entry each : complete && measures ? entries : List.<Entry>of()) {
            each.check.measure(measuring);
        }
        return complete;
    }

    void read(Path folder) throws IOException, UsageException {
        if (!Files.isDirectory(folder)) {
            throw new UsageException("no such folder: " + folder);
        }
        List<Exercise> exercises = Exercise.all(repository);
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(each -> each.toString().endsWith(".java")).sorted().toList();
        }
        for (Path file : files) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            Optional<Exercise> exercise = exercises.stream().filter(each -> file.endsWith(each.className() + ".java")
                    || Pattern.compile("\\bclass\\s+" + each.className() + "\\b").matcher(text).find()).findFirst();
            String name = folder.relativize(file).getName(0).toString().replace(".java", "");
            if (exercise.isPresent()) {
                add(exercise.get(), name, file, normalized(text));
            } else {
                unknown.append(name + ": " + folder.relativize(file) + " has no exercise's class\n");
            }
        }
    }

    private void add(Exercise exercise, String name, Path file, String normalized) throws IOException, UsageException {
        if (!checks.containsKey(exercise.number())) {
            checks.put(exercise.number(), Compilation.compiled(exercise, exercise.checks(), repository));
        }
        ExerciseCheck check = new ExerciseCheck(repository, exercise, file, checks.get(exercise.number()),
                new PrintStream(OutputStream.nullOutputStream()));
        check.compile();
        add(name, check, normalized);
    }

    /** @param normalized empty for a file that is like others by chance */
    void add(String name, ExerciseCheck check, String normalized) {
        for (Entry other : normalized.isEmpty() ? List.<Entry>of() : entries) {
            if (check.exercise.equals(other.check.exercise) && normalized.equals(other.normalized)) {
                other.check.notes.add("equal to the file of " + name + " but for comments, white space and names");
                check.notes.add("equal to the file of " + other.name + " but for comments, white space and names");
            }
        }
        entries.add(new Entry(name, check, normalized));
    }

    private void checkBehaviour() throws IOException, InterruptedException {
        ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Callable<Void>> all = entries.stream().<Callable<Void>>map(each -> () -> {
                each.check.behave();
                System.err.print('.');
                return null;
            }).toList();
            for (Future<Void> each : workers.invokeAll(all)) {
                each.get();
            }
            System.err.println();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            workers.shutdownNow();
            workers.close();
        }
    }

    /** Without comments and white space, and with a number instead of each name. Empty for a short program. */
    static String normalized(String source) {
        String code = COMMENT.matcher(source).replaceAll("");
        Map<String, String> names = new HashMap<>();
        return code.lines().filter(line -> !line.isBlank()).count() <= FEWEST_LINES ? ""
                : TOKEN.matcher(code).results().map(MatchResult::group)
                .map(token -> !SourceVersion.isIdentifier(token) || SourceVersion.isKeyword(token) ? token
                        : names.computeIfAbsent(token, _ -> "#" + names.size())).collect(Collectors.joining(" "));
    }

    String table() {
        return Entry.row("NAME", "EXERCISE", "VERDICT", "WHY")
                + entries.stream().map(Entry::row).collect(Collectors.joining()) + unknown;
    }

    String json() throws InterruptedException {
        List<JsonObject> all = new ArrayList<>();
        for (Entry each : entries) {
            all.add(each.check.json().put("name", each.name).put("verdict", each.verdict()));
        }
        return JsonObject.text(all);
    }
}
