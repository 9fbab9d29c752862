package lab.run;

import static testing.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import testing.Test;

/** Where one burst ends and the next begins. */
class BurstsTest {
    private static final long T = 1_700_000_000_000L;

    @Test
    void beginWhereNothingIsInFlight() throws Exception {
        Path jtl = Files.createTempFile("bursts", ".jtl");
        try {
            StringBuilder text =
                    new StringBuilder("timeStamp,elapsed,label,responseCode,responseMessage,success,failureMessage,"
                            + "Connect\n");
            for (long[] sample : new long[][] {{0, 300}, {5, 900}, {12, 290}, {906, 300}, {905, 600}, {1600, 10}}) {
                text.append(T + sample[0]).append(',').append(sample[1]).append(",GET,200,OK,true,,0\n");
            }
            Files.writeString(jtl, text);
            assertEquals(List.of(T, T + 905, T + 1600), Bursts.starts(jtl),
                    "the second begins when the longest of the first is answered");
        } finally {
            Files.delete(jtl);
        }
    }
}
