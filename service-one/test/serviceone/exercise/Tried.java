package serviceone.exercise;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import serviceone.exercise.Check.Result;

/** Runs an exercise's checks in this JVM. */
final class Tried {
    /** For a check of correct code, which must pass even on a busy machine. */
    private static final int LONG_MILLIS = 60_000;
    /** For a check of wrong code, which often waits in vain. */
    private static final int SHORT_MILLIS = 300;
    private static final int SECOND_TRY_MILLIS = 6_000;
    private static final int ONE_CHECK_MILLIS = 3_000;
    private static final Path EXERCISES = Path.of(System.getProperty("repository"), "service-one", "exercises");

    /** All solutions are compiled at once, because the compiler's start takes most of the time. */
    private static final class Ours {
        private static final Path CLASSES;

        static {
            try (Stream<Path> files = Files.walk(EXERCISES)) {
                CLASSES = Files.createTempDirectory("solutions");
                compile(files.filter(each -> each.endsWith(Path.of("solution", each.getFileName().toString()))
                        && each.toString().endsWith(".java")).toList(), CLASSES);
                Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteQuietly(CLASSES)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void deleteQuietly(Path folder) {
            try {
                delete(folder);
            } catch (IOException e) {
                // the folder is temporary
            }
        }
    }

    /** Some checks throw on purpose, so lines with these texts are not printed. */
    private static final List<String> EXPECTED = List.of("a task threw", Check.ON_PURPOSE);

    static {
        PrintStream err = System.err;
        System.setErr(new PrintStream(err, true) {
            @Override
            public void println(Object line) {
                println(String.valueOf(line));
            }

            @Override
            public void println(String line) {
                if (EXPECTED.stream().noneMatch(line::contains)) {
                    super.println(line);
                }
            }
        });
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> System.err.println(e));
    }

    private Tried() {
    }

    static void assertSolutionPasses(int exercise) throws Exception {
        Path folder = Files.createTempDirectory("ours");
        try {
            String name = className(exercise);
            try (Stream<Path> compiled = Files.list(Ours.CLASSES)) {
                for (Path each : compiled.filter(each -> isClassFileOf(name, each.getFileName().toString())).toList()) {
                    Files.copy(each, folder.resolve(each.getFileName()));
                }
            }
            assertEquals(Optional.empty(), firstFailed(exercise, folder, LONG_MILLIS),
                    "the first failed check of our solution");
        } finally {
            delete(folder);
        }
    }

    static void assertTemplateFails(int exercise) throws Exception {
        Optional<Result> failed = firstFailed(exercise, Files.readString(file(exercise, "template")), SHORT_MILLIS);
        assertTrue(failed.isPresent(), "the template of exercise " + exercise + " passes");
    }

    static void assertRight(int exercise, String source) throws Exception {
        assertEquals(Optional.empty(), firstFailed(exercise, source, LONG_MILLIS), "the first failed check");
    }

    static void assertWrong(int exercise, String old, String changed, String hint) throws Exception {
        String ours = Files.readString(file(exercise, "solution"));
        assertTrue(ours.contains(old) && ours.indexOf(old) == ours.lastIndexOf(old),
                "not exactly once in our solution: " + old);
        assertWrong(exercise, ours.replace(old, changed), hint);
    }

    static Result assertWrong(int exercise, String source, String hint) throws Exception {
        Optional<Result> failed = firstFailed(exercise, source, SHORT_MILLIS);
        if (failed.isEmpty() || !failed.get().hint().contains(hint)) {
            failed = firstFailed(exercise, source, SECOND_TRY_MILLIS);
        }
        assertTrue(failed.isPresent(), "wrong code passed; expected the hint: " + hint);
        assertTrue(failed.get().hint().contains(hint), "expected the hint <" + hint + "> in " + failed.get());
        return failed.get();
    }

    static Result check(int exercise, String name, String old, String changed) throws Exception {
        Path folder = Files.createTempDirectory("tried");
        try {
            String source = Files.readString(file(exercise, "solution")).replace(old, changed);
            compile(List.of(Files.writeString(folder.resolve(className(exercise) + ".java"), source)), folder);
            Check check = BehaviourChecks.of(exercise).stream().filter(each -> each.name().equals(name)).findFirst()
                    .orElseThrow();
            return BehaviourChecks.check(check, folder, ONE_CHECK_MILLIS);
        } finally {
            delete(folder);
        }
    }

    static Optional<Result> firstFailed(int exercise, String source, int patienceMillis) throws Exception {
        Path folder = Files.createTempDirectory("tried");
        try {
            compile(List.of(Files.writeString(folder.resolve(className(exercise) + ".java"), source)), folder);
            return firstFailed(exercise, folder, patienceMillis);
        } finally {
            delete(folder);
        }
    }

    private static Optional<Result> firstFailed(int exercise, Path classes, int patienceMillis) throws Exception {
        List<Check> checks = BehaviourChecks.of(exercise);
        assertTrue(!checks.isEmpty(), "there are checks");
        for (Check check : checks) {
            Result result = BehaviourChecks.check(check, classes, patienceMillis);
            if (!result.passed()) {
                return Optional.of(result);
            }
        }
        return Optional.empty();
    }

    static void compile(List<Path> sources, Path folder) throws IOException {
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-Xlint:all", "-proc:none", "-d", folder.toString());
            boolean compiled = compiler.getTask(messages, files, null, options, null,
                    files.getJavaFileObjectsFromPaths(sources)).call();
            assertTrue(compiled && messages.toString().isEmpty(), "javac prints " + messages);
        }
    }

    private static String className(int exercise) throws IOException {
        return file(exercise, "solution").getFileName().toString().replace(".java", "");
    }

    private static boolean isClassFileOf(String name, String file) {
        return file.equals(name + ".class") || file.startsWith(name + "$");
    }

    static Path file(int exercise, String version) throws IOException {
        try (Stream<Path> folders = Files.list(EXERCISES)) {
            Path folder = folders.filter(each -> each.getFileName().toString().startsWith(exercise + "-")).findFirst()
                    .orElseThrow();
            try (Stream<Path> files = Files.list(folder.resolve(version))) {
                return files.filter(each -> each.toString().endsWith(".java")).findFirst().orElseThrow();
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.toList().reversed()) {
                Files.delete(each);
            }
        }
    }
}
