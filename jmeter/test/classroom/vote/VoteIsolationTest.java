package classroom.vote;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import module java.base;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import testing.Test;

class VoteIsolationTest {
    private static final Pattern ALLOWED = Pattern.compile("(classroom\\.(page|vote)|common\\.(http|json|io))\\."
            + "\\w+(\\$\\w+)*"
            + "|classroom\\.lesson\\.(Asks|Solution)|(?!(java\\.lang\\.(Process.*|Runtime(\\$.*)?)|java\\.io\\.File.*"
            + "|java\\.io\\.RandomAccess.*|java\\.nio\\.file\\..*|java\\.lang\\.foreign\\..*)$)"
            + "(java|jdk|com\\.sun)\\..*");

    private final Set<String> reached = new TreeSet<>();

    @Test
    void theServerReachesNothingThatStartsProgramsOrAccessesFiles() throws Exception {
        reach("classroom.vote.VoteServer");
        assertTrue(reached.contains("common.json.Json") && reached.contains("classroom.vote.Ballot$Poll"),
                reached.toString());
        reached.removeIf(name -> ALLOWED.matcher(name).matches());
        assertEquals(Set.of(), reached, "classes that the server must not reach");
    }

    private void reach(String name) throws IOException {
        if (!reached.add(name) || name.matches("(java|jdk|com\\.sun)\\..*")) {
            return;
        }
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name.replace('.', '/') + ".class")) {
            for (PoolEntry entry : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
                if (entry instanceof ClassEntry used && !used.asInternalName().matches("\\[+.")) {
                    reach(used.asInternalName().replaceAll("^\\[+L|;$", "").replace('/', '.'));
                }
            }
        }
    }
}
