package load.jtl;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.process.Child.ProgramFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import testing.Test;

class JtlTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success,"
            + "failureMessage,bytes,Latency,Connect\n";
    private static final String ROW = "1,2,label,200,OK,t,true,,3,4,5\n";

    private final Path file = Files.createTempFile("jtl", ".csv");

    JtlTest() throws IOException {
    }

    @Test
    void findsColumnsByTheirNames() throws Exception {
        assertEquals(List.of(new RecordedRequest(1795268012641L, 332, 17, "GET /meetings", "200", "OK", true, "",
                17, 0)), read(HEADER + "1795268012641,332,GET /meetings,200,OK,Users 1-17,true,,174,326,17\n"));
        assertEquals(List.of(new RecordedRequest(7, 8, 9, "six", "", "", true, "", 0, 5)),
                read("Connect,success,extra,elapsed,timeStamp,label,\"TESTSTART.MS\"\n9,true,x,8,7,six,5\n"),
                "another order, columns missing, and one that was asked for");
    }

    /** What a field says, and how JMeter writes it. */
    private static final String[][] FIELDS = {
        {"plain", "plain", "nothing to quote"},
        {"a,b", "\"a,b\"", "a comma is quoted"},
        {"say \"no\"", "\"say \"\"no\"\"\"", "two quotes stand for one"},
        {"", "\"\"", "quoted and empty"},
        {"two\r\nlines", "\"two\r\nlines\"", "an Equals assertion explains itself in several lines"},
        {"5\" disk", "5\" disk", "a quote that does not start the field is itself"},
        {"Größe €\u0000", "Größe €\u0000", "UTF-8, and a control character from a broken server"},
        {"x".repeat(70_000), "x".repeat(70_000), "longer than the buffer"},
    };

    @Test
    void readsEveryKindOfText() throws Exception {
        for (String[] row : FIELDS) {
            assertEquals(List.of(row[0], ""), read(HEADER + "1,2,label,200,OK,t,false," + row[1] + ",3,4,5\n" + ROW)
                    .stream().map(RecordedRequest::failure).toList(), row[2] + ", and the next record");
        }
        assertEquals(1, read("timeStamp,elapsed,success\r\n1,2,true\r\n").size(), "line ends of Windows");
    }

    @Test
    void leavesOutALastRecordThatWasCutOff() throws Exception {
        for (String part : new String[] {"6", ROW.strip(), "6,7,\"label\nwith"}) {
            assertEquals(1, read(HEADER + ROW + part).size(), "cut off after " + part);
        }
    }

    /** What is no JTL, what the message says after the file's name, and why. */
    private static final String[][] REFUSED = {
        {"", ": empty", "nothing was written"},
        {ROW, ": the first line names no column \"timeStamp\"", "written without names"},
        {"timeStamp,elapsed\n1,2\n", ": the first line names no column \"success\"", "nothing can be said"},
        {HEADER + "1,2,label\n", ", record 2: 3 fields", "fewer fields than names"},
        {HEADER + ROW + "x,2,l,200,OK,t,true,,3,4,5\n", ", record 3: not a number: \"x\"", "a word"},
        {HEADER + "1,-2,l,200,OK,t,true,,3,4,5\n", ", record 2: not a number: \"-2\"", "a negative time"},
        {HEADER + "1,,l,200,OK,t,true,,3,4,5\n", ", record 2: not a number: \"\"", "no number"},
        {HEADER + "1,9999999999999999999,l,200,OK,t,true,,3,4,5\n", ", record 2: not a number", "beyond a long"},
    };

    @Test
    void refusesWhatIsNoJtl() {
        for (String[] row : REFUSED) {
            assertThrows(IOException.class, file + row[1], () -> read(row[0]));
        }
    }

    /** Where JMeter wrote each sample at once, such a line is what a full disk had room for. */
    @Test
    void refusesAFileThatIsCutOff() throws Exception {
        read(HEADER + ROW);
        Jtl.checkWhole(file);
        for (String cut : List.of("", HEADER + "1,2,lab")) {
            Files.writeString(file, cut);
            assertThrows(ProgramFailure.class, "is the disk full", () -> Jtl.checkWhole(file));
        }
    }

    private List<RecordedRequest> read(String text) throws IOException {
        Files.writeString(file, text);
        List<RecordedRequest> samples = new ArrayList<>();
        Jtl.read(file, samples::add);
        return samples;
    }

    @Override
    public void close() throws IOException {
        Files.delete(file);
    }
}
