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
import java.util.Optional;
import lab.TemporaryFolder;
import load.Stats.One.Law;
import testing.Test;

class RunReportTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,success\n";
    private static final Optional<Expectation> EXPECTATION = Optional.of(new Expectation(
            new PlannedLoad(false, 10, 0, 10, 0), 200, new Law(1, Double.NaN, "")));

    private final TemporaryFolder repository = new TemporaryFolder();
    private final RunFolder folder = RunFolder.create(repository.path(), "closed-loop-loom");
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    RunReportTest() throws IOException {
    }

    /** Ten users of a second each, for eleven seconds. */
    @Test
    void setsWhatWasExpectedBesideTheFigures() throws Exception {
        StringBuilder rows = new StringBuilder(HEADER);
        for (int start = 0; start <= 10_000; start += 100) {
            rows.append(start).append(",1000,true\n");
        }
        assertEquals(ExitCode.OK, print(2, EXPECTATION, rows.toString(), 101));
        assertContains("Little's law: 10 users / 1.000 s = 10.0/s; measured 10.0/s (100.0 %)\n"
                + "response time: 1.000 s of waiting; measured 1.000 s on average\nsamples ", text());
    }

    @Test
    void expectsNothingOfWhatIsNotKnownAndFailsWithARequest() throws Exception {
        assertEquals(ExitCode.FAILED, print(0, Optional.empty(), HEADER + "0,1000,false\n", 1));
        assertTrue(!text().contains("Little"), text());
    }

    @Test
    void ofNothingButAWarmupSaysSo() throws Exception {
        assertEquals(ExitCode.FAILED, print(5, EXPECTATION, HEADER + "0,1000,true\n", 1));
        assertContains("no figures: the run ended within its warm-up of 5 s; --warmup takes another number", text());
    }

    @Test
    void ofNothingAtAllSaysWhatJmeterWrote() throws Exception {
        Files.writeString(folder.log(), "1 INFO a: b\n2 ERROR a: broken\n  at b\nCaused by: a cause\n");
        assertContains("JMeter made no request (exit code 0): 2 ERROR a: broken; Caused by: a cause; see "
                + folder.log(),
                assertThrows(IOException.class, () -> print(0, Optional.empty(), HEADER, 0)).getMessage());
    }

    /** On a full disk JMeter goes on without a word, and writes no more. */
    @Test
    void ofAPartOfTheSamplesSaysHowManyOfHowMany() throws Exception {
        for (String rows : new String[] {"", HEADER + "0,1000,true\n0,1000,true\n0,10"}) {
            out.reset();
            assertEquals(ExitCode.FAILED, print(0, EXPECTATION, rows, 3_710));
            assertEquals("no figures: of the 3,710 requests that JMeter made, samples.jtl has only "
                    + (rows.isEmpty() ? 0 : 2) + "; is the disk full, or the size of files limited?",
                    text().lines().findFirst().orElseThrow());
            assertTrue(!text().contains("per second"), text());
        }
    }

    private ExitCode print(int warmup, Optional<Expectation> expectation, String jtl, long made) throws IOException {
        Files.writeString(folder.samples(), jtl);
        return new RunReport(folder, warmup, expectation).print(new PrintStream(out, true, StandardCharsets.UTF_8), 0,
                made);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        repository.close();
    }
}
