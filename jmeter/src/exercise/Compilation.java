package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import javax.lang.model.element.NestingKind;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles a learner's file, and explains its errors. */
public final class Compilation {
    private static final String RELEASE = "25";
    private static final int MOST_ERRORS = 5;
    private static final int LONGEST_LINE = 160;
    private static final int TAB = 8;      // javac's width of a tab
    private static final long MOST_BYTES = 1_000_000;

    private final Exercise exercise;
    private final Path file;
    private final String text;

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String className, String text) {
            super(URI.create("string:///" + className + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;      // nameProblems() reports a wrong name
        }

        @Override
        public NestingKind getNestingKind() {
            return null;
        }
    }

    private Compilation(Exercise exercise, Path file, String text) {
        this.exercise = exercise;
        this.file = file;
        this.text = text;
    }

    /** Returns the folder of the compiled classes, which only this process uses. */
    public static Path ofLearner(Path repository, int number) throws IOException, UsageException {
        Exercise exercise = Exercise.find(repository, "" + number);
        if (Files.notExists(exercise.file())) {
            throw new UsageException("exercise " + number + ": you have no solution yet; ./run.sh exercise "
                    + number + " shows the task");
        }
        Path classes = ExerciseCheck.emptyFolder(repository, exercise);
        List<String> errors = of(exercise, exercise.file()).into(classes, repository);
        if (!errors.isEmpty()) {
            throw new UsageException("exercise " + number + " does not compile\n" + String.join("\n", errors));
        }
        return classes;
    }

    static Compilation of(Exercise exercise, Path file) throws IOException, UsageException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such file: " + file);
        }
        try {
            if (Files.size(file) <= MOST_BYTES) {
                return new Compilation(exercise, file, Files.readString(file));
            }
        } catch (CharacterCodingException e) {
            // Reported below.
        }
        throw new UsageException(file + " is not a Java source: it must be UTF-8 text of at most 1 MB");
    }

    List<String> into(Path folder, Path repository) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this Java has no compiler: point JAVA_HOME at a JDK " + RELEASE + " or newer");
        }
        String jars = Stream.of("service-one.jar", "common.jar")
                .map(jar -> repository.resolve(".build").resolve(jar).toString())
                .collect(Collectors.joining(File.pathSeparator));
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        boolean compiled;
        try {
            compiled = compiler.getTask(Writer.nullWriter(), null, found, List.of("-cp", jars, "-d", folder.toString(),
                    "--release", RELEASE, "-proc:none", "-Xlint:none"), null,
                    List.of(new Source(exercise.className(), text))).call();
        } catch (RuntimeException | StackOverflowError e) {
            return List.of(where(1) + "the compiler failed on this file: " + e);
        }
        return compiled ? nameProblems(folder) : errors(found.getDiagnostics());
    }

    private String where(long line) {
        return ExerciseCommand.shown(file) + ":" + line + ": ";
    }

    private List<String> errors(List<Diagnostic<? extends JavaFileObject>> all) {
        List<Diagnostic<? extends JavaFileObject>> errors = all.stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR).toList();
        List<String> lines = new ArrayList<>();
        errors.stream().limit(MOST_ERRORS).forEach(error -> add(error, lines));
        int others = errors.size() - MOST_ERRORS;
        if (others > 0) {
            lines.add("and " + others + (others == 1 ? " more error" : " more errors")
                    + ": later errors often follow from the first");
        }
        return lines;
    }

    private void add(Diagnostic<? extends JavaFileObject> error, List<String> lines) {
        List<String> message = error.getMessage(Locale.ENGLISH).lines().toList();
        lines.add(where(Math.max(1, error.getLineNumber())) + message.getFirst());
        text.lines().skip(Math.max(0, error.getLineNumber() - 1)).findFirst()
                .filter(line -> error.getLineNumber() > 0 && line.length() <= LONGEST_LINE).ifPresent(line -> {
                    lines.add(line.replace("\t", " ".repeat(TAB)));
                    lines.add(" ".repeat((int) Math.max(0, error.getColumnNumber() - 1)) + '^');
                });
        lines.addAll(message.subList(1, message.size()));
    }

    private List<String> nameProblems(Path folder) throws IOException {
        String name = exercise.className();
        if (Files.exists(folder.resolve(name + ".class"))) {
            return List.of();
        }
        List<String> classes;
        try (Stream<Path> files = Files.walk(folder)) {
            classes = files.filter(Files::isRegularFile).map(folder::relativize)
                    .map(each -> each.toString().replace(File.separatorChar, '.').replaceFirst("\\.class$", ""))
                    .filter(each -> !each.contains("$")).sorted().toList();
        }
        return List.of(classes.isEmpty() ? where(1) + "there is no class in this file; it needs the class " + name
                : classes.stream().filter(each -> each.endsWith("." + name)).findFirst()
                .map(each -> where(lineOf("package")) + "remove this line: the class " + name
                        + " must not be in a package, as in the template")
                .orElse(where(lineOf("class")) + "the class must be called " + name + ", as in the template, not "
                        + String.join(" or ", classes)));
    }

    private long lineOf(String word) {
        List<String> lines = text.lines().toList();
        return 1 + lines.stream().filter(line -> line.matches("\\s*([a-z]+ )*" + word + "\\b.*")).findFirst()
                .map(lines::indexOf).orElse(0);
    }
}
