package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.CommandLine.UsageException;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.judge.Results.Guess;
import testing.Program;
import testing.Test;

/** Guesses before an experiment. */
class GuessingTest {
    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    private List<Guess> guesses(String input) throws Exception {
        Experiment experiment = ExperimentFile.parse("e",
                "path = /rpc\nusers = 20, 100\ncontender.pool-1 = pool --threads 1\ncontender.loom = loom", Map.of());
        return new Guessing(new BufferedReader(new StringReader(input)),
                new PrintStream(shown, true, StandardCharsets.UTF_8)).ask(experiment);
    }

    private String shown() {
        return shown.toString(StandardCharsets.UTF_8);
    }

    @Test
    void eachContenderAtEachLoad() throws Exception {
        List<Guess> guesses = guesses("20\n 400 \n95.3\n1,234.5\n");
        assertEquals(List.of("pool-1 20 20.0", "loom 20 400.0", "pool-1 100 95.3", "loom 100 1234.5"), guesses.stream()
                .map(guess -> guess.contender() + " " + guess.load().users() + " " + guess.throughput()).toList());
        assertContains("  pool-1 (pool --threads 1) on /rpc, 20 users: ", shown());
    }

    @Test
    void whatIsNoNumberIsAskedAgain() throws Exception {
        for (String nonsense : List.of("", "many", "-1", "1e3", "95,3", "1000001", "NaN", "20/s")) {
            shown.reset();
            List<Guess> guesses = guesses(nonsense + "\n20\n400\n20\n2000\n");
            assertEquals(20.0, guesses.getFirst().throughput(), "after <" + nonsense + ">");
            assertContains("a number from 0 to 1,000,000, such as 190 or 95.3, not: " + nonsense, shown());
            assertEquals(4, guesses.size(), "guesses");
        }
    }

    @Test
    void anInputThatEndsEarlyIsAnError() {
        assertContains("the input ended before the last guess",
                assertThrows(UsageException.class, () -> guesses("20\n400\n")).getMessage());
    }

    @Test
    void nobodyIsAskedWhereThereIsNoTerminal() throws Exception {
        try (Program compare = Program.script("run.sh", "compare", "tour", "--guess")) {
            assertEquals(1, compare.exitCode());
            assertContains("compare: --guess asks on a terminal", compare.standardError());
            assertTrue(!compare.output().contains("Little's law"), "theory is not told to who was to guess");
        }
    }
}
