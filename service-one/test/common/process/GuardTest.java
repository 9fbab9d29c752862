package common.process;

import static testing.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import testing.Await;
import testing.Test;

/** A command under a guard ends with the guard's input, and with what it started. */
class GuardTest implements AutoCloseable {
    private Process guard;

    private void start(String... command) throws Exception {
        List<String> all = new ArrayList<>(Executables.javaCommand("-XX:TieredStopAtLevel=1",
                "-Dguard.grace.millis=100", "-cp", System.getProperty("java.class.path"), Guard.class.getName()));
        all.addAll(List.of(command));
        guard = new ProcessBuilder(all).redirectErrorStream(true).start();
    }

    @Override
    public void close() {
        guard.descendants().forEach(ProcessHandle::destroyForcibly);
        guard.destroyForcibly();
    }

    @Test
    void endsTheCommandAndItsChildrenWhenItsInputEnds() throws Exception {
        start("sh", "-c", "sleep 1000 & sleep 1001; true");
        Await.until("the shell has two children", () -> guard.descendants().count() == 3);
        List<ProcessHandle> all = guard.descendants().toList();
        guard.getOutputStream().close();
        Await.until("all have ended", () -> !guard.isAlive() && all.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void endsACommandThatWillNotEnd() throws Exception {
        start("sh", "-c", "trap '' TERM; while true; do sleep 1; done");
        Await.until("the shell runs its child", () -> guard.descendants().count() == 2);
        ProcessHandle shell = guard.children().findFirst().orElseThrow();
        guard.getOutputStream().close();
        Await.until("it has ended", () -> !guard.isAlive() && !shell.isAlive());
    }

    @Test
    void exitsAsTheCommandDoes() throws Exception {
        start("sh", "-c", "exit 7");
        guard.waitFor(30, TimeUnit.SECONDS);
        assertEquals(7, guard.exitValue());
    }

    @Test
    void saysInOneLineThatACommandCannotBeStarted() throws Exception {
        start("no-such-program-anywhere");
        List<String> said = guard.inputReader().lines().toList();
        guard.waitFor(30, TimeUnit.SECONDS);
        assertEquals(1, said.size(), "lines: " + said);
        assertEquals(127, guard.exitValue());
    }
}
