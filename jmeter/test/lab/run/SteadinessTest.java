package lab.run;

import static testing.Assertions.assertEquals;

import common.io.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import lab.define.Load;
import lab.define.Prediction;
import testing.Test;

/** When a load is steady, by a JTL that is being written. */
class SteadinessTest implements AutoCloseable {
    private static final long T = 1_700_000_000_000L;

    private final Path jtl = Files.createTempFile("tail", ".jtl");

    SteadinessTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(jtl);
    }

    @Test
    void theSpanIsAMultipleOfTheTimeInFlight() {
        Load load = Load.closed("/meetings", 1000);
        double period = Steadiness.period(load, new Prediction(190.658, 5.245, 200, "threads"));
        assertEquals(1049L, Math.round(period), "200 at once, 190.658 a second");
        assertEquals(2098L, Steadiness.span(period, false), "two of them are above two seconds");
        assertEquals(2000L, Steadiness.span(50, false), "forty of 50 ms");
        assertEquals(1049L, Steadiness.span(1049, true), "only the load has to become steady");
        assertEquals(2000L, Steadiness.span(Steadiness.period(load, Prediction.NONE), false), "nothing known");
        assertEquals(2000L, Steadiness.span(Steadiness.period(load, Prediction.CPU_BOUND), false), "no waiting");
        assertEquals(0L, Math.round(Steadiness.period(Load.open("/meetings", 100),
                new Prediction(100, 1.049, 104.9, "arrivals"))), "no rhythm");
    }

    private void write(String text) throws IOException {
        Files.writeString(jtl, text, StandardOpenOption.APPEND);
    }

    /** JMeter quotes a message of several lines, and its second line may look like a record. */
    @Test
    void aRecordIsHandedOverWhenItIsWhole() throws Exception {
        List<String> records = new ArrayList<>();
        JtlTail tail = new JtlTail(jtl, records::add);
        write("timeStamp,elapsed\n" + T + ",100,\"no \"\"answer\"\"\n" + T + ",1,x\n");
        tail.read();
        assertEquals(List.of("timeStamp,elapsed\n"), records);
        write("\"\n");
        tail.read();
        assertEquals(2, records.size());
        assertEquals("", tail.rest());
    }

    /** A service one without CPU time to tell, so that throughput and users decide. */
    private Steadiness of(Load load) {
        RunningServiceTwo nobody = new RunningServiceTwo(new HostPort("127.0.0.1", 1), null);
        UsageMeter meter = new UsageMeter(List::of, nobody, List::of);
        meter.readServiceOne();
        return new Steadiness(each -> new JtlTail(jtl, each), meter, load, 1_000);
    }

    /** @param each how many answers, of 100 ms, come in each 100 ms */
    private void answers(long from, long to, int each) throws IOException {
        StringBuilder rows = new StringBuilder();
        for (long end = from + 100; end <= to; end += 100) {
            rows.append((T + end - 100 + ",100,GET\n").repeat(each));
        }
        write(rows.toString());
    }

    @Test
    void aLoadIsSteadyWhenTwoSpansAreAlikeAndAllUsersWait() throws Exception {
        Steadiness steadiness = of(Load.closed("/meetings", 10));
        steadiness.read();
        assertEquals(-1L, steadiness.firstStart(), "nobody has been answered");
        answers(0, 1_000, 5);
        answers(1_000, 3_100, 10);
        steadiness.read();
        assertEquals(T, steadiness.firstStart());
        assertEquals(false, steadiness.isSteady(T + 2_050), "half as many before");
        assertEquals(true, steadiness.isSteady(T + 3_050));
        Steadiness forMore = of(Load.closed("/meetings", 20));
        forMore.read();
        assertEquals(false, forMore.isSteady(T + 3_050), "half of them are not waiting");
    }
}
