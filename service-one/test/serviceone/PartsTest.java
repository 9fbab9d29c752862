package serviceone;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import module java.base;
import testing.Compiled;
import testing.Test;

class PartsTest {
    private static final String HEAD = "import serviceone.calls.*;\n";
    private static final String BODY = "public <T> T make(Call<T> call, BlockingCalls two) throws CallException"
            + " { return two.make(call); } }";
    private static final String GUARD = HEAD + "public class Guard implements CallGuard { " + BODY;

    private interface Use {
        void run(Path folder) throws Exception;
    }

    private static void withClasses(Use use, String... sources) throws Exception {
        Path folder = Files.createTempDirectory("parts");
        try {
            List<Path> files = new ArrayList<>();
            for (String source : sources) {
                String name = source.split("class ")[1].split("\\W")[0];
                files.add(Files.writeString(folder.resolve(name + ".java"), source));
            }
            Compiled.into(files, folder);
            use.run(folder);
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static void assertRefused(String why, String... sources) throws Exception {
        withClasses(folder -> assertThrows(IOException.class, why, () -> Parts.load(folder)), sources);
    }

    @Test
    void aPartIsFoundByItsInterface() throws Exception {
        withClasses(folder -> {
            Parts parts = Parts.load(folder);
            assertEquals("Guard", parts.guard().getClass().getName());
            assertEquals(Parts.OWN, new Parts(parts.drain(), parts.blocking(), parts.async(), Parts.OWN.guard(),
                    parts.computing()), "the other parts");
        }, GUARD, "class Helper { }");
    }

    @Test
    void errorsNameTheFolderOrTheClass() throws Exception {
        assertThrows(IOException.class, "no such folder", () -> Parts.load(Path.of("not", "there")));
        assertRefused(": no class in it is a part of the service", "class Helper { }");
        assertRefused("two classes implement serviceone.calls.CallGuard", GUARD,
                GUARD.replace("class Guard", "class Other"));
        assertRefused("cannot create Guard: java.lang.NoSuchMethodException",
                GUARD.replace("{ public", "{ public Guard(int n) { } public"));
        assertRefused("the constructor of Guard threw java.lang.NullPointerException",
                GUARD.replace("{ public", "{ public Guard() { throw new NullPointerException(); } public"));
    }
}
