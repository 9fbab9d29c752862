package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import load.install.FileTree;

/** Compiles a learner's file or an exercise's checks, and explains errors. */
public final class Compilation {
    private static final String RELEASE = "25";
    private static final String MOST_ERRORS = "5";
    private static final int LONGEST_LINE = 160;
    private static final long MOST_BYTES = 1_000_000;
    private static final String PREVIEW = "StructuredTaskScope is a preview in JDK 25, and the service runs without "
            + "previews: use an ExecutorService or threads";

    private final String className;
    private final Path file;
    private final Path folder;
    private final Path repository;

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
            return kind == Kind.SOURCE;      // nameProblem() reports a wrong name
        }
    }

    /** @param folder for the classes */
    Compilation(Exercise exercise, Path file, Path folder, Path repository) {
        this.className = exercise.className();
        this.file = file;
        this.folder = folder;
        this.repository = repository;
    }

    /** Returns the folder of the compiled classes, which only this process uses. */
    public static Path ofLearner(Path repository, int number) throws IOException, UsageException {
        Exercise exercise = Exercise.find(repository, "" + number);
        if (Files.notExists(exercise.file())) {
            throw new UsageException("exercise " + number + ": you have no solution yet; ./run.sh exercise "
                    + number + " shows the task");
        }
        Path classes = folder(repository);
        List<String> errors = new Compilation(exercise, exercise.file(), classes, repository).errors();
        if (!errors.isEmpty()) {
            throw new UsageException("exercise " + number + " does not compile\n" + String.join("\n", errors));
        }
        return classes;
    }

    /** Returns the folder of an exercise's compiled checks. */
    static Path checks(Exercise exercise, Path repository) throws IOException {
        Path classes = folder(repository);
        List<String> errors = new Compilation(exercise, exercise.checks(), classes, repository)
                .compiled(Files.readString(exercise.checks()), jars(repository));
        if (!errors.isEmpty()) {
            throw new IOException("the checks of exercise " + exercise.number() + " do not compile\n"
                    + String.join("\n", errors));
        }
        return classes;
    }

    /** A new folder for classes, which is deleted when this process ends. */
    static Path folder(Path repository) throws IOException {
        Path folder = Files.createTempDirectory(Files.createDirectories(repository.resolve(".build/exercises")), "");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                FileTree.delete(folder);
            } catch (IOException e) {
                System.err.println("cannot delete " + folder + ": " + e);
            }
        }));
        return folder;
    }

    static List<String> jars(Path repository) {
        return Stream.of("jmeter.jar", "service-one.jar", "common.jar")
                .map(jar -> repository.resolve(".build").resolve(jar).toString()).toList();
    }

    List<String> errors() throws IOException, UsageException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such file: " + file);
        }
        if (Files.size(file) > MOST_BYTES) {
            return List.of(where(1) + "a Java source has at most 1 MB");
        }
        try {
            List<String> jars = jars(repository);
            String text = Files.readString(file).replaceFirst("^\uFEFF", "");      // a byte order mark
            List<String> errors = compiled(text, jars.subList(1, jars.size()));
            return errors.isEmpty() && Files.notExists(folder.resolve(className + ".class"))
                    ? List.of(nameProblem(text)) : errors;
        } catch (CharacterCodingException e) {
            return List.of(where(1) + "the file is not UTF-8 text: save it with the encoding UTF-8");
        }
    }

    private List<String> compiled(String text, List<String> classPath) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this Java has no compiler: point JAVA_HOME at a JDK " + RELEASE + " or newer");
        }
        StringWriter output = new StringWriter();
        try {
            boolean compiled = compiler.getTask(output, null, null, List.of("-cp",
                    String.join(File.pathSeparator, classPath), "-d", folder.toString(), "--release", RELEASE,
                    "-proc:none", "-Xlint:none", "-Xmaxerrs", MOST_ERRORS), null,
                    List.of(new Source(className, text))).call();
            return compiled ? List.of() : errors(output.toString());
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return List.of(where(1) + "the compiler failed on this file: " + e);
        }
    }

    /** As javac prints them, with the learner's file. */
    private List<String> errors(String output) {
        String place = "(?m)^/" + className + "\\.java:(\\d+): error: ";
        String shown = ExerciseCommand.shown(file);
        if (!Pattern.compile(place).matcher(output).find()) {
            return List.of(where(1) + "the compiler failed on this file: " + output.lines()
                    .filter(line -> !line.isBlank()).findFirst().orElse("it gives no reason"));
        }
        List<String> lines = new ArrayList<>(output.replaceAll(place, Matcher.quoteReplacement(shown) + ":$1: ")
                .replaceAll("; use -Xmaxerrs.*", "").lines().filter(line -> !line.matches("\\d+ errors?")
                && (line.length() <= LONGEST_LINE || line.startsWith(shown))).toList());
        if (output.contains("--enable-preview")) {
            lines.add(PREVIEW);
        }
        return lines;
    }

    private String where(long line) {
        return ExerciseCommand.shown(file) + ":" + line + ": ";
    }

    private String nameProblem(String text) {
        Matcher inPackage = Pattern.compile("(?m)^\\s*package\\b").matcher(text);
        Matcher named = Pattern.compile("\\b(?:class|record|enum|interface)\\s+\\w+").matcher(text);
        boolean isPackage = inPackage.find();
        boolean isNamed = named.find();
        int at = isPackage ? inPackage.end() : isNamed ? named.start() : 0;
        return where(1 + text.substring(0, at).chars().filter(c -> c == '\n').count())
                + (isPackage ? "remove this line: the class must not be in a package, as in the template"
                : isNamed ? "the class must be called " + className + ", as in the template"
                : "there is no class in this file; it needs the class " + className);
    }
}
