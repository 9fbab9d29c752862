package exercise.harness;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import testing.Compiled;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;

@Slow("runs the compiler")
class InterleavingTest extends TemporaryFolder {
    private static final String STEP = Interleaving.class.getName().replace('.', '/') + ".step";

    private Path compiled(String source) throws IOException {
        write("Some.java", source);
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Compiled.into(List.of(folder.resolve("Some.java")), classes);
        return classes;
    }

    /** What the method does at its steps, and where it gives others a turn. */
    private static String steps(Path file, String method) throws IOException {
        CodeModel code = ClassFile.of().parse(file).methods().stream()
                .filter(each -> each.methodName().equalsString(method)).findFirst().orElseThrow().code().orElseThrow();
        return code.elementStream().flatMap(each -> step(each).stream()).collect(Collectors.joining(" "));
    }

    private static Optional<String> step(CodeElement element) {
        boolean isTurn = element instanceof InvokeInstruction call
                && STEP.equals(call.owner().asInternalName() + "." + call.name());
        if (isTurn) {
            return Optional.of("|");
        }
        Set<Opcode> of = Set.of(Opcode.GETFIELD, Opcode.PUTFIELD, Opcode.GETSTATIC, Opcode.PUTSTATIC, Opcode.IALOAD,
                Opcode.IASTORE, Opcode.INVOKEVIRTUAL, Opcode.INVOKESTATIC, Opcode.INVOKEINTERFACE);
        return element instanceof Instruction one && of.contains(one.opcode())
                ? Optional.of(one.opcode().name().toLowerCase(Locale.ROOT)) : Optional.empty();
    }

    @Test
    void othersGetATurnBeforeEachCallAndEachAccessToAFieldOrAnArray() throws Exception {
        Path copy = Interleaving.of(compiled("""
                class Some {
                    static int count;
                    int[] taken = new int[1];

                    static class Inner {
                        int own(java.util.List<?> list) {
                            return list.size() + Math.abs(count) + list.toString().length();
                        }
                    }

                    void take() {
                        taken[0]++;
                        count++;
                    }
                }
                """));
        assertEquals("| getfield | iaload | iastore | getstatic | putstatic",
                steps(copy.resolve("Some.class"), "take"));
        assertEquals("| invokeinterface | getstatic | invokestatic | invokeinterface | invokevirtual",
                steps(copy.resolve("Some$Inner.class"), "own"));
    }

    /** Loads the copy, which the JVM verifies. */
    @Test
    void theCopyDoesTheSame() throws Exception {
        Path classes = compiled("""
                public class Some implements java.util.concurrent.Callable<Integer> {
                    private int count;

                    public Integer call() {
                        for (Object each : new Object[] {1, "two", java.util.List.of(3)}) {
                            try {
                                count += switch (each) {
                                    case Integer number -> number;
                                    case String text -> text.length();
                                    default -> throw new IllegalStateException();
                                };
                            } catch (IllegalStateException e) {
                                Runnable ten = () -> count += 10;
                                ten.run();
                            } finally {
                                synchronized (this) {
                                    count += 100;
                                }
                            }
                        }
                        return count;
                    }
                }
                """);
        Path copy = Interleaving.of(classes);
        assertEquals(copy, Interleaving.of(classes), "it is made once");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {copy.toUri().toURL()})) {
            Object some = loader.loadClass("Some").getConstructor().newInstance();
            assertEquals(314, ((Callable<?>) some).call());
        }
    }

    @Test
    void aMethodThatStepsWouldMakeTooLongStaysAsItIs() throws Exception {
        Path classes = compiled("class Some {\n    int count;\n\n    void add() {\n"
                + "        count++;\n".repeat(5_000) + "    }\n}\n");
        Path copy = Interleaving.of(classes);
        assertEquals(-1L, Files.mismatch(classes.resolve("Some.class"), copy.resolve("Some.class")));
        assertTrue(steps(copy.resolve("Some.class"), "<init>").isEmpty(), "and so does its class");
    }
}
