package readme;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import testing.Await;
import testing.Program;

/**
 * Tries the commands that serve until they are ended: each is to be ready, and to end as a SIGTERM tells it to. Ports
 * become free ones, and a browser is not opened: it would be that of whoever runs the tests. Stateless.
 */
final class ServingTrials {
    /** How a thread looks that has opened its port. */
    private static final Pattern LISTENS = Pattern.compile(
            "at sun\\.nio\\.ch\\.(SelectorImpl\\.select|(ServerSocketChannelImpl|NioSocketImpl)\\.accept)");
    private static final int TERMINATED = 143;

    private ServingTrials() {
    }

    /** {@code ./run.sh loom}: starts service two as well, where none is named. */
    static void mode(ReadmeCommand command, AskedService service) throws Exception {
        Arguments arguments = onFreePorts(command).with("--admin-port", 0);
        Arguments both = arguments.has("--service-two") ? arguments.with("--service-two", service.serviceTwo())
                : arguments.with("--service-two-port", 0);
        serves(both, "one");
    }

    /** {@code ./run.sh service-one loom}. */
    static void serviceOne(ReadmeCommand command, AskedService service) throws Exception {
        serves(onFreePorts(command).with("--admin-port", 0).with("--service-two", service.serviceTwo()), "one");
    }

    static void serviceTwo(ReadmeCommand command) throws Exception {
        serves(onFreePorts(command), "two");
    }

    private static void serves(Arguments arguments, String service) throws Exception {
        try (Program program = Program.script("run.sh", arguments.array())) {
            program.awaitPort(service);
            program.terminate();
            assertEquals(0, program.exitCode(), program.output());
        }
    }

    /** {@code ./run.sh class}, which opens a second port for the room. */
    static void classroom(ReadmeCommand command) throws Exception {
        Arguments arguments = onFreePorts(command);
        Arguments all = arguments.has("--bind") ? arguments.with("--vote-port", 0) : arguments;
        try (Program program = Program.script("run.sh", all.array())) {
            program.await("class ready at ").await(all.has("--bind") ? "the room votes at " : "(pid ");
            program.terminate();
            assertEquals(TERMINATED, program.exitCode(), program.output());
        }
    }

    /** JMX takes no free port but one that is named: so it is left out. */
    private static Arguments onFreePorts(ReadmeCommand command) {
        return command.arguments().onThisMachine().without("--open").withoutValue("--jmx-port")
                .with("--port", 0);
    }

    /** A main class from its source, which does not say when it listens: its threads do. */
    static void java(ReadmeCommand command) throws Exception {
        Arguments onFreePorts = command.arguments().replacing(word -> word.matches("\\d{4,5}") ? "0" : word);
        try (Program program = Program.command(new Arguments(List.of(tool("java")))
                .and(onFreePorts.array()).array())) {
            Await.until("it listens", () -> isEnded(program) || listens(program));
            assertTrue(!isEnded(program), "it has ended; it said: " + program.output());
            program.terminate();
            assertEquals(TERMINATED, program.exitCode(), program.output());
        }
    }

    private static boolean isEnded(Program program) {
        return ProcessHandle.of(program.pid()).filter(ProcessHandle::isAlive).isEmpty();
    }

    private static boolean listens(Program program) throws Exception {
        try (Program jcmd = Program.command(tool("jcmd"), String.valueOf(program.pid()), "Thread.print")) {
            return jcmd.exitCode() == 0 && LISTENS.matcher(jcmd.output()).find();
        }
    }

    /** Of the JDK that runs the tests: the one on the PATH may be too old. */
    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }
}
