package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import common.commandline.Tool.ExitCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import load.Stats.One.Law;
import load.install.FileTree;
import testing.Test;

class RunReportTest implements AutoCloseable {
    private static final Expectation EXPECTATION = new Expectation(
            new PlannedLoad(false, 10, 0, 10, 0), 200, new Law(1, Double.NaN, ""));

    private final Path repository = Files.createTempDirectory("repository");
    private final RunFolder folder = RunFolder.create(repository, "closed-loop-loom");
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    RunReportTest() throws IOException {
    }

    /** Ten users of a second each, for eleven seconds. */
    @Test
    void setsWhatWasExpectedBesideTheFigures() throws Exception {
        StringBuilder rows = new StringBuilder();
        for (int start = 0; start <= 10_000; start += 100) {
            rows.append(start).append(",1000,true\n");
        }
        assertEquals(ExitCode.OK, print(2, Optional.of(EXPECTATION), rows.toString()));
        assertContains("Little's law: 10 users / 1.000 s = 10.0/s; measured 10.0/s (100.0 %)\n"
                + "response time: 1.000 s of waiting; measured 1.000 s on average\nsamples ", text());
    }

    @Test
    void expectsNothingOfWhatIsNotKnown() throws Exception {
        assertEquals(ExitCode.OK, print(0, Optional.empty(), "0,1000,true\n"));
        assertTrue(!text().contains("Little"), text());
    }

    @Test
    void ofNothingButAWarmupSaysSo() throws Exception {
        assertEquals(ExitCode.FAILED, print(5, Optional.of(EXPECTATION), "0,1000,true\n"));
        assertContains("no figures: the run ended within its warm-up of 5 s; --warmup takes another number", text());
    }

    @Test
    void ofNothingAtAllSaysWhere() {
        assertContains("JMeter made no request (exit code 1)",
                assertThrows(IOException.class, () -> print(0, Optional.empty(), "")).getMessage());
    }

    /** On a full disk JMeter goes on without a word, and writes no more. */
    @Test
    void ofAPartOfTheSamplesSaysHowManyOfHowMany() throws Exception {
        for (String rows : List.of("", "timeStamp,elapsed,success\n0,1000,true\n0,1000,true\n0,10")) {
            out.reset();
            Files.writeString(folder.samples(), rows);
            assertEquals(ExitCode.FAILED, report(0, Optional.of(EXPECTATION), 0, 3_710));
            assertEquals("no figures: of the 3,710 requests that JMeter made, samples.jtl has only "
                    + (rows.isEmpty() ? 0 : 2) + "; is the disk full, or the size of files limited?",
                    text().lines().findFirst().orElseThrow());
            assertTrue(!text().contains("per second"), text());
        }
    }

    private ExitCode print(int warmup, Optional<Expectation> expectation, String rows) throws IOException {
        Files.writeString(folder.samples(), "timeStamp,elapsed,success\n" + rows);
        return report(warmup, expectation, rows.isEmpty() ? 1 : 0, rows.lines().count());
    }

    private ExitCode report(int warmup, Optional<Expectation> expectation, int jmeterExit, long made)
            throws IOException {
        return new RunReport(folder, warmup, expectation).print(new PrintStream(out, true, StandardCharsets.UTF_8),
                jmeterExit, made);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        FileTree.delete(repository);
    }
}
