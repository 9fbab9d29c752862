package exercise;

import module java.base;
import exercise.harness.Check;
import exercise.harness.Checker;
import exercise.harness.Outcome;
import learner.Exercise;
import testing.Assertions;
import testing.Compiled;
import testing.TemporaryFolder;

/**
 * Runs an exercise's checks on our solution and the template (ours), and on all variants in the folder {@code variants}
 * or half of them, in a JVM of its own. A variant begins with a line {@code ### HINT: what it does}, where HINT names
 * the hint of the first check that must fail, or is "right". If chance decides which check fails first, it is
 * {@code HINT|HINT}. Then comes a whole file, or parts of our solution to replace.
 */
final class Variants {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final String RIGHT = "right";
    /** For wrong code, which often waits in vain. */
    private static final int SHORT_MILLIS = 400;
    /** The calls of a request with a deadline take up to 1.6 s. */
    private static final Map<Integer, Integer> SHORT_MILLIS_OF_EXERCISE = Map.of(5, 1_700);
    private static final int LONG_MILLIS = 6_000;
    private static final int MOST_TRIES = 3;
    private static final int PATIENT_MILLIS = 60_000;

    record Variant(String expected, String title, String source) {
        boolean expects(String hint) {
            return expected.isEmpty() ? !hint.equals(RIGHT) : List.of(expected.split("\\|")).contains(hint);
        }
    }

    private Variants() {
    }

    public static void main(String[] arguments) throws Exception {
        Thread.setDefaultUncaughtExceptionHandler((_, _) -> { });      // some variants end their threads
        Exercise exercise = Exercise.find(REPOSITORY, arguments[0]);
        List<Variant> all = new ArrayList<>(List.of(new Variant(RIGHT, "our solution",
                Files.readString(exercise.solution())), new Variant("", "the template",
                Files.readString(exercise.template()))));
        if (!arguments[1].equals("ours")) {
            List<Variant> variants = read(REPOSITORY.resolve("jmeter/test/exercise/variants/" + exercise.number()),
                    Files.readString(exercise.solution()));
            int half = variants.size() / 2;
            all.addAll(variants.subList(arguments[1].equals("second half") ? half : 0,
                    arguments[1].equals("first half") ? half : variants.size()));
        }
        int wrong = 0;
        try (TemporaryFolder folder = new TemporaryFolder()) {
            Path checks = Files.createDirectory(folder.path().resolve("checks"));
            Compiled.into(List.of(exercise.checks()), checks);
            Assertions.assertTrue(Checker.of(checks).size() > 2, exercise.name() + " has few checks");
            for (Variant each : all) {
                String found = hint(exercise, each, checks);
                boolean isExpected = each.expects(found.split(" ")[0]);
                wrong += isExpected ? 0 : 1;
                System.out.println((isExpected ? "ok     " : "WRONG  ") + each.title + ": " + found
                        + (isExpected ? "" : ", expected " + each.expected));
            }
        }
        Runtime.getRuntime().halt(wrong == 0 ? 0 : 1);      // some variants leave threads behind
    }

    static List<Variant> read(Path file, String solution) throws IOException {
        List<Variant> all = new ArrayList<>();
        for (String block : Files.readString(file).substring(4).split("(?m)^### ")) {
            String[] head = block.split("\n", 2)[0].split(": ", 2);
            String body = block.split("\n", 2)[1];
            all.add(new Variant(head[0], head[1], body.startsWith("--- old") ? changed(solution, body) : body));
        }
        return all;
    }

    private static String changed(String solution, String changes) throws IOException {
        String source = solution;
        for (String change : changes.substring("--- old\n".length()).split("(?m)^--- old\n")) {
            String[] parts = change.split("(?m)^\\+\\+\\+ new\n", -1);
            String old = parts[0].replaceFirst("\n$", "");
            if (!source.contains(old)) {
                throw new IOException("not in our solution: " + old);
            }
            source = source.replace(old, parts[1].replaceFirst("\n$", ""));
        }
        return source;
    }

    /** The hint of the first failed check, with a question mark if a busy machine would excuse the mistake. */
    private static String hint(Exercise exercise, Variant variant, Path checks) throws Exception {
        Path folder = Files.createTempDirectory(checks.getParent(), "variant");
        try {
            Compiled.into(List.of(Files.writeString(folder.resolve(exercise.className() + ".java"), variant.source)),
                    folder);
        } catch (AssertionError e) {
            return "does not compile: " + e.getMessage();
        }
        if (variant.expected.equals(RIGHT)) {
            return hint(checks, folder, PATIENT_MILLIS, true);
        }
        boolean isTimed = SHORT_MILLIS_OF_EXERCISE.containsKey(exercise.number());
        String found = hint(checks, folder,
                SHORT_MILLIS_OF_EXERCISE.getOrDefault(exercise.number(), SHORT_MILLIS), isTimed);
        for (int tries = 0; tries < MOST_TRIES && !variant.expects(found); tries++) {
            found = hint(checks, folder, LONG_MILLIS, isTimed);      // on a busy machine, a race may show later
        }
        return found;
    }

    private static String hint(Path checks, Path folder, int patience, boolean isTimed) throws Exception {
        for (Check check : Checker.of(checks)) {
            boolean isRight = patience == PATIENT_MILLIS;
            Check.Result result = Checker.check(check, () -> Checker.learner(folder), patience, isRight,
                    isRight ? Checker::isMachineBusy : () -> true);
            if (!result.passed()) {
                boolean isSure = result.outcome() == Outcome.NOT_YET || isTimed;
                return result.hint() + (isSure ? "" : "?") + (patience < LONG_MILLIS ? ""
                        : " (" + check.name() + ": " + result.found() + ")");
            }
        }
        return RIGHT;
    }
}
