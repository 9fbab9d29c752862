package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import lab.TemporaryFolder;
import load.jtl.Jtl;
import testing.Test;

/** Samples of machines whose clocks are an hour ahead and a second behind come into one JTL, by the clock here. */
class GeneratorTest implements AutoCloseable {
    private static final String HEAD =
            "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,failureMessage,Connect\n";
    private static final Map<String, Double> AHEAD = Map.of("192.0.2.21:1099", 3_600_000.0, "192.0.2.22:1099", -999.6);

    private final TemporaryFolder folder = new TemporaryFolder();
    private final Path jtl = folder.path().resolve("jtl");

    GeneratorTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }

    private static String sample(long stamp, String message, String server) {
        return stamp + ",50,GET /rpc,200," + message + "," + server + "-Users 1-1,true,,0\n";
    }

    private void copy(String samples) throws IOException {
        Path written = Files.writeString(folder.path().resolve("written"), samples);
        Generator.copy(each -> new JtlTail(written, record -> each.take(Generator.moved(record, AHEAD))), jtl);
    }

    /** JMeter quotes a message of several lines, and its second line may look like a record. */
    @Test
    void eachIsMovedByItsOwnClock() throws Exception {
        copy(HEAD + sample(1_700_003_600_000L, "OK", "192.0.2.21:1099")
                + sample(1_700_000_000_000L, "\"no \"\"answer\"\"\n1700003600000,in two lines\"", "192.0.2.22:1099"));
        List<Long> starts = new ArrayList<>();
        Jtl.read(jtl, sample -> starts.add(sample.startMillis()));
        assertEquals(List.of(1_700_000_000_000L, 1_700_000_001_000L), starts);
        assertContains("\n1700003600000,in two lines", Files.readString(jtl));
    }

    @Test
    void aSampleThatIsCutOffStaysSo() throws Exception {
        copy(HEAD + "17000036");
        assertThrows(ProgramFailure.class, () -> Jtl.checkWhole(jtl));
    }

    @Test
    void aSampleOfNobodyIsRefused() {
        assertContains("a sample of none of the generators", assertThrows(IOException.class,
                () -> copy(HEAD + sample(1_700_000_000_000L, "OK", "192.0.2.23:1099"))).getMessage());
    }
}
