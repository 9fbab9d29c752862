package exercise;

import module java.base;
import common.commandline.CommandLine.UsageException;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import load.install.FileTree;

/** Compiles a learner's file or an exercise's checks into a folder, and explains errors. */
public record Compilation(Exercise exercise, Path file, Path folder, Path repository) {
    private static final int LONGEST_LINE = 160;
    private static final long MOST_BYTES = 1_000_000;
    private static final String PREVIEW = "StructuredTaskScope is a preview in JDK 25, and the service runs without "
            + "previews: use an ExecutorService or threads";

    /** Returns the folder of the compiled classes, which only this process uses. */
    public static Path ofLearner(Path repository, int number) throws IOException, UsageException {
        Exercise exercise = Exercise.find(repository, "" + number);
        if (Files.notExists(exercise.file())) {
            throw new UsageException("exercise " + number + ": you have no solution yet; ./run.sh exercise "
                    + number + " shows the task");
        }
        return compiled(exercise, exercise.file(), repository);
    }

    static Path compiled(Exercise exercise, Path file, Path repository) throws IOException, UsageException {
        Path classes = folder(repository);
        List<String> errors = new Compilation(exercise, file, classes, repository).errors();
        if (!errors.isEmpty()) {
            throw new UsageException("exercise " + exercise.number() + " does not compile\n"
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

    static String classPath(Path repository) {
        return Stream.of("jmeter.jar", "service-one.jar", "common.jar")
                .map(jar -> repository.resolve(".build").resolve(jar).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    List<String> errors() throws IOException, UsageException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such file: " + file);
        }
        if (Files.size(file) > MOST_BYTES) {
            return List.of(where(1) + "a Java source has at most 1 MB");
        }
        String text;
        try {
            text = Files.readString(file).replaceFirst("^\uFEFF", "");      // a byte order mark
        } catch (CharacterCodingException e) {
            return List.of(where(1) + "the file is not UTF-8 text: save it with the encoding UTF-8");
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this Java has no compiler: point JAVA_HOME at a JDK 25 or newer");
        }
        StringWriter output = new StringWriter();
        try {
            boolean compiled = compiler.getTask(output, null, null, List.of("-cp", classPath(repository), "-d",
                    folder.toString(), "--release", "25", "-proc:none", "-Xlint:none", "-Xmaxerrs", "5"), null,
                    List.of(source(text))).call();
            Path expected = folder.resolve(exercise.className() + ".class");
            return !compiled ? errors(output.toString()) : file.getParent().endsWith("checks")
                    || Files.exists(expected) ? List.of() : List.of(where(1) + "the file must have the class "
                    + exercise.className() + ", in no package, as in the template");
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return List.of(where(1) + "the compiler failed on this file: " + e);
        }
    }

    private SimpleJavaFileObject source(String text) {
        URI name = URI.create("string:///" + exercise.className() + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return text;
            }

            @Override
            public boolean isNameCompatible(String simpleName, Kind kind) {
                return true;      // errors() reports a wrong name
            }
        };
    }

    /** As javac prints them, with the learner's file. */
    List<String> errors(String output) {
        String place = "(?m)^/" + exercise.className() + "\\.java:(\\d+): error: ";
        String shown = ExerciseCommand.shown(file);
        if (!Pattern.compile(place).matcher(output).find()) {
            return List.of(where(1) + "the compiler failed on this file: " + output.lines()
                    .filter(line -> !line.isBlank()).findFirst().orElse("it gives no reason"));
        }
        return Stream.concat(output.replaceAll(place, Matcher.quoteReplacement(shown) + ":$1: ")
                .replaceAll("; use -Xmaxerrs.*", "").lines().filter(line -> !line.matches("\\d+ errors?")
                && (line.length() <= LONGEST_LINE || line.startsWith(shown))),
                Stream.of(PREVIEW).filter(_ -> output.contains("--enable-preview"))).toList();
    }

    private String where(long line) {
        return ExerciseCommand.shown(file) + ":" + line + ": ";
    }
}
