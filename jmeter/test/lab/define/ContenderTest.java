package lab.define;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.CommandLine.UsageException;
import java.util.List;
import testing.Test;

/** How a contender is written. */
class ContenderTest {
    @Test
    void serviceOneWithItsOptionsAndThoseOfItsJvm() throws Exception {
        Contender contender = Contender.parse("small", "pool --threads 4 --queue 10 | -Xmx64m '-Dname=two words'");
        assertEquals("pool", contender.mode());
        assertEquals(List.of("--threads", "4", "--queue", "10"), contender.arguments());
        assertEquals(List.of("-Xmx64m", "-Dname=two words"), contender.jvmOptions());
        assertEquals(4, contender.option("--threads", 200));
        assertEquals(99, contender.option("--loops", 99), "the default");
    }

    @Test
    void aCommandIsTakenAsItIs() throws Exception {
        Contender contender = Contender.parse("mine", "command: sh -c 'exec mine --port {port} | cat' \"\"");
        assertEquals(true, contender.isCommand());
        assertEquals(List.of("sh", "-c", "exec mine --port {port} | cat", ""), contender.command());
        assertEquals("", contender.mode());
    }

    @Test
    void saysWhatIsWrong() throws Exception {
        String[][] table = {
            {"my name", "loom", "letters, digits"},
            {"a", "", "starts with none of pool, loom, async or command:"},
            {"a", "command:", "no command after 'command:'"},
            {"a", "command: run --port 8080", "has no {port}"},
            {"a", "loom --name 'x", "a quote ' is not closed"},
        };
        for (String[] row : table) {
            UsageException e = assertThrows(UsageException.class, () -> Contender.parse(row[0], row[1]));
            assertContains(row[2], e.getMessage());
        }
        Contender contender = Contender.parse("a", "pool --threads many");
        assertContains("--threads takes a number", assertThrows(UsageException.class,
                () -> contender.option("--threads", 1)).getMessage());
        Contender cut = Contender.parse("a", "pool --threads");
        assertContains("--threads takes a number", assertThrows(UsageException.class, () -> cut.option("--threads", 1))
                .getMessage());
    }
}
