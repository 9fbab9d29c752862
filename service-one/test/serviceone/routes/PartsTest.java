package serviceone.routes;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import serviceone.calls.CallGuard;
import serviceone.calls.Meetings;
import serviceone.server.Drain;
import serviceone.server.SocketQueue;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class PartsTest implements AutoCloseable {
    private static final ClassDesc CANNOT_BE_CREATED = ClassDesc.of("java.lang.NullPointerException");

    private final TemporaryFolder temporary = new TemporaryFolder();
    private final Path folder = temporary.path();

    PartsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }

    /** A public class without its interface's methods, which nobody calls here. A compiler would be slow. */
    private void makeClass(String name, Class<?> kind, Class<?>... parameters) throws IOException {
        makeClass(name, kind, false, parameters);
    }

    private void makeClass(String name, Class<?> kind, boolean throwing, Class<?>... parameters) throws IOException {
        MethodTypeDesc constructor = MethodTypeDesc.of(ConstantDescs.CD_void,
                Stream.of(parameters).map(type -> type.describeConstable().orElseThrow()).toList());
        Files.write(folder.resolve(name + ".class"), ClassFile.of().build(ClassDesc.of(name), type -> type
                .withFlags(ClassFile.ACC_PUBLIC).withInterfaceSymbols(kind.describeConstable().orElseThrow())
                .withMethodBody(ConstantDescs.INIT_NAME, constructor, ClassFile.ACC_PUBLIC, code -> {
                    code.aload(0).invokespecial(ConstantDescs.CD_Object, ConstantDescs.INIT_NAME,
                            ConstantDescs.MTD_void);
                    if (throwing) {
                        code.new_(CANNOT_BE_CREATED).dup().invokespecial(CANNOT_BE_CREATED, ConstantDescs.INIT_NAME,
                                ConstantDescs.MTD_void).athrow();
                    } else {
                        code.return_();
                    }
                })));
    }

    @Test
    void aPartIsFoundByItsInterface() throws Exception {
        makeClass("Guard", CallGuard.class);
        makeClass("Helper", Serializable.class);
        Files.writeString(folder.resolve("Guard$Inner.class"), "a nested class is not loaded by itself");
        Files.writeString(folder.resolve("notes.txt"), "no class");
        Parts parts = Parts.load(folder);
        assertEquals("Guard", parts.guard().getClass().getName());
        assertEquals(Parts.OWN, new Parts(parts.drain(), parts.blocking(), parts.async(), Parts.OWN.guard(),
                parts.computing()), "the other parts");
        assertEquals(Optional.empty(), parts.drain(), "the mode's own drain");
        makeClass("Own", Drain.class, SocketQueue.class, Consumer.class, int.class);
        makeClass("Both", Meetings.Blocking.class);
        parts = Parts.load(folder);
        assertEquals("Own", parts.drain().orElseThrow().create(null, null, 1).getClass().getName());
        assertEquals("Both", parts.blocking().getClass().getName());
    }

    private String refusal(Path folder) {
        return assertThrows(IOException.class, () -> Parts.load(folder)).getMessage()
                .replace(this.folder.toString(), "FOLDER");
    }

    @Test
    void errorsNameTheFolderOrTheClass() throws Exception {
        List<String> refusals = new ArrayList<>(List.of(refusal(folder.resolve("absent"))));
        makeClass("Helper", Serializable.class);
        refusals.add(refusal(folder));
        makeClass("Guard", CallGuard.class, int.class);
        refusals.add(refusal(folder));
        makeClass("Guard", CallGuard.class, true);
        refusals.add(refusal(folder));
        makeClass("Guard", CallGuard.class);
        makeClass("Other", CallGuard.class);
        refusals.add(refusal(folder));
        Words.assertSame("service-one", "parts that cannot be used", String.join("\n", refusals));
    }
}
