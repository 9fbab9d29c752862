package testing;

import module java.base;

/** Each test has its own instance and thread. The tests of one class run one after another. */
public final class TestRunner {
    private static final String ALL = "all";
    private static final long LIMIT_SECONDS = 400;      // for a machine that is busy with other programs
    private static final int CLASSES_AT_ONCE = 3 * Runtime.getRuntime().availableProcessors();      // most tests wait
    private static final PrintStream OUT = System.out;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger skipped = new AtomicInteger();
    private final Durations durations = Durations.ofLastRuns();

    public static void main(String[] names) throws Exception {
        Locale.setDefault(Locale.ROOT);      // like the programs
        // Ctrl-C does not reach processes in other process groups.
        Runtime.getRuntime().addShutdownHook(new Thread(() ->
                ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly)));
        System.exit(new TestRunner().run(List.of(names)) ? 0 : 1);
    }

    private boolean run(List<String> names) throws Exception {
        boolean all = names.equals(List.of(ALL));
        if (names.isEmpty() || all) {      // hides what the code under test prints
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        }
        try (ExecutorService executor = Executors.newFixedThreadPool(CLASSES_AT_ONCE)) {
            for (List<Method> tests : byClass(names)) {
                executor.submit(() -> runAll(tests));
            }
        }
        durations.write();
        // A test that fails or is skipped may not come to its words.
        for (String each : Words.finish(all && skipped.get() + failed.get() == 0)) {
            OUT.println("FAILED: no test asserts the words of " + each);
            failed.incrementAndGet();
        }
        if (passed.get() + failed.get() == 0) {
            System.err.println("build.sh: no test has " + String.join(" or ", names) + " in its name");
        }
        OUT.println(passed + " passed, " + failed + " failed");
        return failed.get() == 0 && passed.get() > 0;
    }

    /** Those that took longest come first, so that none of them runs alone at the end. */
    private List<List<Method>> byClass(List<String> names) throws IOException {
        return testClasses().stream()
                .sorted(Comparator.comparing(type -> tests(type).noneMatch(TestRunner::isSlow)))
                .map(type -> tests(type).filter(test -> isChosen(test, names)).toList())
                .filter(tests -> !tests.isEmpty())
                .sorted(Comparator.comparingLong(durations::expected).reversed()).toList();
    }

    private static List<Class<?>> testClasses() throws IOException {
        String path = TestRunner.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        try (JarFile jar = new JarFile(URLDecoder.decode(path, StandardCharsets.UTF_8))) {
            return jar.stream().map(JarEntry::getName).filter(name -> name.endsWith("Test.class")).sorted()
                    .<Class<?>>map(TestRunner::load).toList();
        }
    }

    private static Class<?> load(String file) {
        try {
            return Class.forName(file.replaceFirst("\\.class$", "").replace('/', '.'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<Method> tests(Class<?> type) {
        return Stream.of(type.getDeclaredMethods()).filter(method -> method.isAnnotationPresent(Test.class))
                .sorted(Comparator.comparing(Method::getName));
    }

    static String name(Method test) {
        return test.getDeclaringClass().getName() + '.' + test.getName();
    }

    private static boolean isChosen(Method test, List<String> names) {
        return names.isEmpty() ? !isSlow(test)
                : names.equals(List.of(ALL)) || names.stream().anyMatch(name(test)::contains);
    }

    private static boolean isSlow(Method test) {
        return test.isAnnotationPresent(Slow.class) || test.getDeclaringClass().isAnnotationPresent(Slow.class);
    }

    private Void runAll(List<Method> tests) throws InterruptedException {
        long start = System.nanoTime();
        for (Method test : tests) {
            long began = System.nanoTime();
            runWithTimeLimit(test);
            durations.took(test, (System.nanoTime() - began) / 1_000_000);
        }
        OUT.printf("%6d ms  %3d  %s%n", (System.nanoTime() - start) / 1_000_000, tests.size(),
                tests.getFirst().getDeclaringClass().getName());
        return null;
    }

    private void runWithTimeLimit(Method test) throws InterruptedException {
        Throwable[] failure = new Throwable[1];          // written before the thread ends, read after join
        Thread thread = Thread.ofPlatform().daemon().name(test.getName()).start(() -> failure[0] = run(test));
        thread.join(LIMIT_SECONDS * 1000);
        if (thread.isAlive()) {
            failure[0] = new AssertionError("still running after " + LIMIT_SECONDS + " s");
            failure[0].setStackTrace(thread.getStackTrace());
        }
        if (failure[0] instanceof Skipped && !"true".equals(System.getenv("CI"))) {
            OUT.printf("SKIPPED in %s: %s%n", name(test), failure[0].getMessage());
            skipped.incrementAndGet();
            failure[0] = null;
        }
        if (failure[0] == null) {
            passed.incrementAndGet();
        } else {
            failed.incrementAndGet();
            StringWriter text = new StringWriter();
            failure[0].printStackTrace(new PrintWriter(text));
            OUT.printf("FAILED %s%n%sto run it alone: ./build.sh test %s%n", name(test), text, name(test));
        }
    }

    private static Throwable run(Method test) {
        try {
            var constructor = test.getDeclaringClass().getDeclaredConstructor();
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
