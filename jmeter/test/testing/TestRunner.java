package testing;

import module java.base;

/** Each test has its own instance and thread. The tests of one class run one after another. */
public final class TestRunner {
    private static final String ALL = "all";
    private static final long LIMIT_SECONDS = 400;      // for a machine that is busy with other programs
    private static final int CLASSES_AT_ONCE = 6;      // most tests wait more than they work
    private static final PrintStream OUT = System.out;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();

    public static void main(String[] arguments) throws Exception {
        Locale.setDefault(Locale.ROOT);      // like the programs
        List<String> names = Arrays.asList(arguments).subList(1, arguments.length);
        if (names.isEmpty() || names.equals(List.of(ALL))) {      // hides what the code under test prints
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        }
        // Ctrl-C does not reach processes in other process groups.
        Runtime.getRuntime().addShutdownHook(new Thread(() ->
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
        TestRunner runner = new TestRunner();
        try (ExecutorService executor = Executors.newFixedThreadPool(CLASSES_AT_ONCE)) {
            for (Class<?> type : testClasses(Path.of(arguments[0]))) {
                List<Method> tests = tests(type).filter(test -> isChosen(test, names)).toList();
                if (!tests.isEmpty()) {
                    executor.submit(() -> runner.runAll(type, tests));
                }
            }
        }
        for (String each : Words.finish(names.equals(List.of(ALL)))) {
            OUT.println("FAILED words that no test asserts: " + each);
            runner.failed.incrementAndGet();
        }
        if (runner.passed.get() + runner.failed.get() == 0) {
            System.err.println("build.sh: no test has " + String.join(" or ", names) + " in its name");
        }
        OUT.println(runner.passed + " passed, " + runner.failed + " failed");
        System.exit(runner.failed.get() == 0 && runner.passed.get() > 0 ? 0 : 1);
    }

    /** Classes with slow tests come first, so that none of them runs alone at the end. */
    private static List<Class<?>> testClasses(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith("Test.class")).sorted()
                    .<Class<?>>map(file -> load(folder.relativize(file)))
                    .sorted(Comparator.comparing(type -> tests(type).noneMatch(TestRunner::isSlow)))
                    .toList();
        }
    }

    private static Class<?> load(Path file) {
        try {
            return Class.forName(file.toString().replaceFirst("\\.class$", "").replace(File.separatorChar, '.'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<Method> tests(Class<?> type) {
        return Stream.of(type.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Test.class))
                .sorted(Comparator.comparing(Method::getName));
    }

    private static boolean isChosen(Method test, List<String> names) {
        String name = test.getDeclaringClass().getName() + '.' + test.getName();
        return names.isEmpty() ? !isSlow(test)
                : names.equals(List.of(ALL)) || names.stream().anyMatch(name::contains);
    }

    private static boolean isSlow(Method test) {
        return test.isAnnotationPresent(Slow.class) || test.getDeclaringClass().isAnnotationPresent(Slow.class);
    }

    private Void runAll(Class<?> type, List<Method> tests) throws InterruptedException {
        long start = System.nanoTime();
        for (Method test : tests) {
            runWithTimeLimit(type, test);
        }
        OUT.printf("%6d ms  %3d  %s%n", (System.nanoTime() - start) / 1_000_000, tests.size(), type.getName());
        return null;
    }

    private void runWithTimeLimit(Class<?> type, Method test) throws InterruptedException {
        Throwable[] failure = new Throwable[1];          // written before the thread ends, read after join
        Thread thread = Thread.ofPlatform().daemon().name(test.getName()).start(() -> failure[0] = run(type, test));
        thread.join(LIMIT_SECONDS * 1000);
        if (thread.isAlive()) {
            failure[0] = new AssertionError("still running after " + LIMIT_SECONDS + " s");
            failure[0].setStackTrace(thread.getStackTrace());
        }
        if (failure[0] instanceof Skipped && !"true".equals(System.getenv("CI"))) {
            OUT.printf("SKIPPED in %s.%s: %s%n", type.getName(), test.getName(), failure[0].getMessage());
            failure[0] = null;
        }
        if (failure[0] == null) {
            passed.incrementAndGet();
        } else {
            failed.incrementAndGet();
            StringWriter text = new StringWriter();
            failure[0].printStackTrace(new PrintWriter(text));
            String name = type.getName() + '.' + test.getName();
            OUT.printf("FAILED %s%n%sto run it alone: ./build.sh test %s%n", name, text, name);
        }
    }

    private static Throwable run(Class<?> type, Method test) {
        try {
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            test.setAccessible(true);
            Object instance = constructor.newInstance();
            try (AutoCloseable _ = instance instanceof AutoCloseable closeable ? closeable : null) {
                test.invoke(instance);
            }
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (Throwable e) {
            return e;
        }
    }
}
