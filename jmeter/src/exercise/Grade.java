package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import common.json.JsonObject;
import exercise.harness.Outcome;
import javax.lang.model.SourceVersion;
import process.Measuring;

/** Checks all files of a folder: {@code NAME.java}, or those in folders {@code NAME}. */
final class Grade {
    private static final int AT_ONCE = Math.max(2, Runtime.getRuntime().availableProcessors());
    /** Short programs are alike by chance. */
    private static final int FEWEST_LINES = 20;
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern TOKEN = Pattern.compile("[\\p{L}_$][\\w$]*|\"[^\"\n]*\"|\\S");

    private record Entry(String name, ExerciseCheck check, String normalized, List<String> notes) {
        String verdict() {
            return check.outcome() == Outcome.PASSED && !check.isMeasured() ? "behaviour right"
                    : check.outcome().words;
        }

        String row(String format) {
            String why = check.behaviour().failed().map(each -> "failed: " + each.check()).orElse(check.why());
            return format.formatted(name, check.exercise().number(), verdict(), Stream.concat(Stream.of(why),
                    notes.stream()).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "))).stripTrailing();
        }
    }

    private final Path repository;
    private final Map<Integer, Path> checks = new HashMap<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<String> unknown = new ArrayList<>();

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
        addNotes();
        return complete;
    }

    private void read(Path folder) throws IOException, UsageException {
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
            if (exercise.isEmpty()) {
                unknown.add(name + ": " + folder.relativize(file) + " has no exercise's class");
                continue;
            }
            int number = exercise.get().number();
            if (!checks.containsKey(number)) {
                checks.put(number, Compilation.checks(exercise.get(), repository));
            }
            Entry entry = new Entry(name, new ExerciseCheck(repository, exercise.get(), file, checks.get(number),
                    new PrintStream(OutputStream.nullOutputStream())), normalized(text), new ArrayList<>());
            entries.add(entry);
            entry.check.compile();
        }
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

    private void addNotes() {
        for (Entry each : entries) {
            each.notes.addAll(each.check.behaviour().notes());
            List<String> same = entries.stream().filter(other -> other != each && !each.normalized.isEmpty()
                    && each.normalized.equals(other.normalized)).map(Entry::name).toList();
            if (!same.isEmpty()) {
                each.notes.add("equal to the file of " + String.join(", ", same)
                        + " but for comments, white space and names");
            }
        }
    }

    /** Without comments and white space, and with a number instead of each name. Empty for a short program. */
    static String normalized(String source) {
        String code = COMMENT.matcher(source).replaceAll("");
        Map<String, String> names = new HashMap<>();
        return code.lines().filter(line -> !line.isBlank()).count() <= FEWEST_LINES ? ""
                : TOKEN.matcher(code).results().map(MatchResult::group)
                .map(token -> !SourceVersion.isIdentifier(token) || SourceVersion.isKeyword(token) ? token
                        : names.computeIfAbsent(token, _ -> "#" + names.size()))
                .collect(Collectors.joining(" "));
    }

    String table() {
        int width = entries.stream().mapToInt(each -> each.name.length()).max().orElse(4);
        String format = "%-" + Math.max(4, width) + "s  %-8s  %-15s  %s";
        return Stream.of(Stream.of(format.formatted("NAME", "EXERCISE", "VERDICT", "WHY")),
                entries.stream().map(each -> each.row(format)), unknown.stream()).flatMap(rows -> rows)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    String json() throws InterruptedException {
        List<JsonObject> all = new ArrayList<>();
        for (Entry each : entries) {
            all.add(each.check.json().put("name", each.name).put("verdict", each.verdict()).put("notes", each.notes));
        }
        return JsonObject.text(all);
    }
}
