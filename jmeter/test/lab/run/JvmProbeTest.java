package lab.run;

import static testing.Assertions.assertEquals;

import testing.Test;

/** What a JVM's answers are understood as; {@link ProbesTest} asks a real one. */
class JvmProbeTest {
    @Test
    void methodsThatWaitForTheCompilerAreCountedInBothQueues() {
        assertEquals(3L, JvmProbe.queued("""
                Current compiles:
                C2 CompilerThread0        987  420       4       java.lang.String::indexOf (60 bytes)

                C1 compile queue:
                       988  422  s    3       java.util.HashMap::get (23 bytes)
                       988  423     n 0       java.lang.Object::hashCode (native)   (static)

                C2 compile queue:
                       989  424 %     4       experiment.Loop::run @ 4 (60 bytes)
                """));
        assertEquals(0L, JvmProbe.queued("C1 compile queue:\nEmpty\n\nC2 compile queue:\nEmpty\n"));
    }
}
