package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.TemporaryFolder;
import load.jtl.Jtl;
import testing.Await;
import testing.Test;

/** Samples of machines whose clocks are an hour ahead and a second behind come into one JTL, by the clock here. */
class AlignedSamplesTest implements AutoCloseable {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Connect\n";
    private static final Map<String, Double> AHEAD = Map.of("192.0.2.21:1099", 3_600_000.0, "192.0.2.22:1099", -999.6);

    private final TemporaryFolder folder = new TemporaryFolder();
    private final Path written = folder.path().resolve("written");
    private final Path jtl = folder.path().resolve("jtl");

    AlignedSamplesTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private static String sample(long stamp, String message, String server) {
        return stamp + ",50,GET /rpc,200," + message + "," + server + "-Users 1-1,true,,0\n";
    }

    private void write(String text) throws IOException {
        Files.writeString(written, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private List<Long> starts() throws IOException {
        List<Long> starts = new ArrayList<>();
        Jtl.read(jtl, sample -> starts.add(sample.startMillis()));
        return starts;
    }

    private boolean has(String text) throws IOException {
        return Files.exists(jtl) && Files.readString(jtl).contains(text);
    }

    @Test
    void eachIsMovedByItsOwnClock() throws Exception {
        try (AlignedSamples _ = new AlignedSamples(written, jtl, AHEAD)) {
            write(HEAD + sample(1_700_003_600_000L, "OK", "192.0.2.21:1099"));
            write(sample(1_700_000_000_000L, "OK", "192.0.2.22:1099"));
        }
        assertEquals(List.of(1_700_000_000_000L, 1_700_000_001_000L), starts());
        assertEquals(false, Files.exists(written), "they are not kept by two clocks");
    }

    @Test
    void theyAreThereWhileTheyCome() throws Exception {
        try (AlignedSamples _ = new AlignedSamples(written, jtl, AHEAD)) {
            write(HEAD + sample(1_700_003_600_000L, "OK", "192.0.2.21:1099") + "17000036000");
            Await.until("the first is copied", () -> has("1700000000000,50"));
            write(sample(1_700_003_600_000L, "OK", "192.0.2.21:1099").substring(11));
        }
        assertEquals(List.of(1_700_000_000_000L, 1_700_000_000_000L), starts(), "one was written in two parts");
    }

    /** JMeter quotes a message of several lines, and its second line may look like a record. */
    @Test
    void aMessageOfSeveralLinesIsOneRecord() throws Exception {
        String message = "\"no \"\"answer\"\"\n1700003600000,in two lines\"";
        try (AlignedSamples _ = new AlignedSamples(written, jtl, AHEAD)) {
            write(HEAD + sample(1_700_003_600_000L, message, "192.0.2.21:1099"));
        }
        assertEquals(List.of(1_700_000_000_000L), starts());
        assertContains("\n1700003600000,in two lines", Files.readString(jtl));
    }

    @Test
    void aSampleThatIsCutOffStaysSo() throws Exception {
        try (AlignedSamples _ = new AlignedSamples(written, jtl, AHEAD)) {
            write(HEAD + "17000036");
        }
        assertThrows(ProgramFailure.class, () -> Jtl.checkWhole(jtl));
    }

    @Test
    void aSampleOfNobodyIsRefused() throws Exception {
        AlignedSamples samples = new AlignedSamples(written, jtl, AHEAD);
        write(HEAD + sample(1_700_000_000_000L, "OK", "192.0.2.23:1099"));
        assertContains("a sample of none of the generators",
                assertThrows(IOException.class, samples::close).getMessage());
    }
}
