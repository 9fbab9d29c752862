package exercise.harness;

import module java.base;

/**
 * Lets threads meet anywhere in the learner's code. On one core, or on busy ones, a thread hardly ever loses its core
 * just between a look and the act that relies on it, so a race would not show. Therefore the checks run a copy of the
 * learner's classes that calls {@link #step} before each method call and each access to a field or an array.
 */
public final class Interleaving {
    private static final int STEPS_FOR_A_YIELD = 8;
    private static final ClassDesc SELF = Interleaving.class.describeConstable().orElseThrow();
    static volatile boolean isOn;

    private Interleaving() {
    }

    public static void step() {
        if (isOn && ThreadLocalRandom.current().nextInt(STEPS_FOR_A_YIELD) == 0) {
            Thread.yield();
        }
    }

    /** Returns the folder of the copy. */
    static Path of(Path classes) throws IOException {
        Path copy = classes.resolve("interleaved");
        if (Files.exists(copy)) {
            return copy;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(each -> each.toString().endsWith(".class")).toList();
        }
        Files.createDirectory(copy);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()},
                Interleaving.class.getClassLoader())) {
            ClassFile context = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                    ClassHierarchyResolver.ofResourceParsing(loader)));
            for (Path each : files) {
                Path target = copy.resolve(classes.relativize(each));
                Files.createDirectories(target.getParent());
                Files.write(target, withSteps(context, Files.readAllBytes(each)));
            }
        }
        return copy;
    }

    private static byte[] withSteps(ClassFile context, byte[] bytes) {
        try {
            return context.transformClass(context.parse(bytes), ClassTransform.transformingMethodBodies(
                    (code, element) -> {
                        switch (element) {
                            case InvokeInstruction _, FieldInstruction _, ArrayLoadInstruction _,
                                    ArrayStoreInstruction _ -> code.invokestatic(SELF, "step", ConstantDescs.MTD_void);
                            default -> { }
                        }
                        code.with(element);
                    }));
        } catch (IllegalArgumentException e) {
            return bytes;      // steps would make a method longer than 64 KB
        }
    }
}
