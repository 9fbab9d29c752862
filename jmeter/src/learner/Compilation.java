package learner;

import module java.base;
import common.commandline.UsageException;
import load.install.FileTree;
import process.Child;
import process.Executables;

/**
 * Compiles a learner's file or an exercise's checks into a folder, and explains errors. The compiler runs in a JVM of
 * its own, because a few lines can make it run without end, or use up the memory.
 */
public record Compilation(Exercise exercise, Path file, Path folder, Path repository) {
    private static final int LONGEST_LINE = 160;
    private static final int MOST_CPU_SECONDS = 60;
    private static final int MOST_BESIDE = 100;
    private static final String COMPILE = """
            trap '' INT; ulimit -c 0; ulimit -t "$1"
            exec "$0" -J-Xmx256m -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -J-Duser.language=en \\
              -J-Dstdout.encoding=UTF-8 -J-Dstderr.encoding=UTF-8 -cp "$2" -sourcepath . -d "$3" -encoding UTF-8 \\
              --release 25 -proc:none -Xlint:none -Xmaxerrs 5 "$4"
            """;
    private static final Pattern PLACE = Pattern.compile("(?m)^(?:\\./)?([^\\s:]+\\.java):(\\d+): error: ");

    /** Returns the folder of the compiled classes, which only this process uses. */
    public static Path ofLearner(Path repository, int number) throws IOException, InterruptedException {
        Exercise exercise = Exercise.find(repository, "" + number);
        if (Files.notExists(exercise.file())) {
            throw new UsageException("exercise " + number + ": you have no solution yet; ./run.sh exercise "
                    + number + " shows the task");
        }
        return compiled(exercise, exercise.file(), repository);
    }

    public static Path compiled(Exercise exercise, Path file, Path repository)
            throws IOException, InterruptedException {
        Path classes = folder(repository);
        String errors = new Compilation(exercise, file, classes, repository).errors(beside(file, repository));
        if (!errors.isEmpty()) {
            throw new UsageException("exercise " + exercise.number() + " does not compile\n" + errors);
        }
        return classes;
    }

    /** The other Java files of its folder, but for those of exercises. */
    public static List<JavaSource> beside(Path file, Path repository) throws IOException {
        List<Exercise> exercises = Exercise.all(repository);
        List<Path> files = FileTree.list(file.toAbsolutePath().getParent()).stream()
                .filter(each -> JavaSource.isNameOfOne(each) && !each.endsWith(file.getFileName())
                        && Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS))
                .limit(MOST_BESIDE).toList();
        List<JavaSource> beside = new ArrayList<>();
        for (Path each : files) {
            try {
                beside.add(JavaSource.read(each));
            } catch (IOException e) {
                continue;      // if it is needed, the compiler says what is missing
            }
        }
        beside.removeIf(each -> Exercise.of(exercises, each.file(), each.publicTypes()).isPresent());
        return beside;
    }

    /** A new folder for classes, which is deleted when this process ends. */
    public static Path folder(Path repository) throws IOException {
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

    public static String classPath(Path repository) {
        return Stream.of("jmeter.jar", "service-one.jar", "common.jar")
                .map(jar -> repository.resolve(".build").resolve(jar).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Empty if there are none.
     *
     * @param others are compiled if the file needs them
     */
    public String errors(List<JavaSource> others) throws IOException, InterruptedException {
        if (!Files.isRegularFile(file)) {
            throw new UsageException("no such file: " + file);
        }
        Map<String, Path> copies = new HashMap<>();
        String name;
        try {
            JavaSource source = JavaSource.read(file);
            name = source.publicTypes().stream()
                    .findFirst()
                    .orElse(exercise.className()) + ".java";
            copy(source, name, copies);
        } catch (JavaSource.NoSourceException e) {
            return where() + e.getMessage();
        }
        for (JavaSource other : others) {
            for (String place : other.places()) {
                copy(other, place, copies);
            }
        }
        int code = compile(name);
        if (code > Child.SIGNAL) {
            return where() + "the compiler needs more than " + MOST_CPU_SECONDS + " s of CPU time for this file";
        }
        if (code != 0) {
            return errors(Files.readString(output()), copies);
        }
        boolean isOfChecks = file.getParent().equals(exercise.folder().resolve("checks"));
        return isOfChecks || Files.exists(folder.resolve(exercise.className() + ".class")) ? ""
                : where() + "the file must have the class " + exercise.className()
                + ", in no package, as in the template";
    }

    /** No package has a name with a dot, so none meets this folder. */
    private Path sources() {
        return folder.resolve("java.sources");
    }

    private Path output() {
        return folder.resolve("javac.output");
    }

    /** @param copies the originals, by the places of their copies */
    private void copy(JavaSource source, String place, Map<String, Path> copies) throws IOException {
        if (copies.putIfAbsent(place, source.file()) == null) {
            Path copy = sources().resolve(place);
            Files.createDirectories(copy.getParent());
            Files.writeString(copy, source.text());
        }
    }

    /** Returns javac's exit code, or a shell's after a signal. */
    private int compile(String name) throws IOException, InterruptedException {
        Process javac = Executables.withoutJvmVariables(new ProcessBuilder("/bin/sh", "-c", COMPILE,
                Executables.ofJdk("javac"), "" + MOST_CPU_SECONDS, classPath(repository), folder.toString(), name))
                .directory(sources().toFile())
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
        try {
            return javac.waitFor();
        } finally {
            javac.destroyForcibly();
        }
    }

    /** As javac prints them, with the learner's files. */
    String errors(String output, Map<String, Path> copies) {
        if (!PLACE.matcher(output).find()) {
            return where() + "the compiler failed on this file: "
                    + output.lines()
                            .filter(line -> !line.isBlank())
                            .findFirst()
                            .orElse("it gives no reason");
        }
        String errors = output.replaceAll("; use -Xmaxerrs.*", "").lines()
                .filter(line -> !line.matches("\\d+ errors?"))
                .filter(line -> line.length() <= LONGEST_LINE || PLACE.matcher(line).lookingAt())
                .map(line -> PLACE.matcher(line).replaceFirst(place -> Matcher.quoteReplacement(
                        where(copies.getOrDefault(place.group(1), file), place.group(2)))))
                .collect(Collectors.joining("\n"));
        if (!output.contains("--enable-preview")) {
            return errors;
        }
        return errors + "\nStructuredTaskScope is a preview in JDK 25, and the service runs without previews: use an "
                + "ExecutorService or threads";
    }

    private String where() {
        return where(file, "1");
    }

    private static String where(Path file, String line) {
        return Exercise.shown(file) + ':' + line + ": ";
    }
}
