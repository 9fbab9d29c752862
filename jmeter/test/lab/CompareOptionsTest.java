package lab;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;

import common.commandline.UsageException;
import java.util.Map;
import testing.Test;

/** The command line of the comparison. */
class CompareOptionsTest {
    @Test
    void anExperimentAndValuesInBothSpellings() throws Exception {
        CompareOptions options =
                CompareOptions.parse("--users", "20,40", "tour", "--seconds=6", "--contender.x", "loom | -Dname=value");
        assertEquals("tour", options.experiment());
        assertEquals(Map.of("users", "20,40", "seconds", "6", "contender.x", "loom | -Dname=value"),
                options.overrides());
        assertEquals(false, options.planOnly() || options.list());
    }

    @Test
    void severalExpectationsAllCount() throws Exception {
        assertEquals(Map.of("expect", "a/b throughput > 1;b/c throughput > 2", "users", "7"), CompareOptions.parse(
                "--expect", "a/b throughput > 1", "--users", "5", "--expect=b/c throughput > 2", "--users", "7")
                .overrides());
    }

    @Test
    void withoutArgumentsTheDefaultExperiment() throws Exception {
        assertEquals(CompareOptions.DEFAULT_EXPERIMENT, CompareOptions.parse().experiment());
    }

    @Test
    void switches() throws Exception {
        assertEquals(true, CompareOptions.parse("tour", "--plan").planOnly());
        assertEquals(true, CompareOptions.parse("--list").list());
        assertEquals(true, CompareOptions.parse("--ceiling").ceiling());
        assertEquals(false, CompareOptions.parse("tour").ceiling());
        assertThrows(UsageException.class, () -> CompareOptions.parse("--plan", "--ceiling"));
        assertEquals(Map.of(), CompareOptions.parse("tour", "--ceiling").overrides(), "no value of the file");
        assertEquals(true, CompareOptions.parse("tour", "--guess").guess());
        assertEquals(Map.of(), CompareOptions.parse("tour", "--guess").overrides(), "no value of the file");
    }

    @Test
    void aReportThatIsWrittenAgainHeedsNothingElse() throws Exception {
        assertEquals("folder", CompareOptions.parse("--report", "folder").report());
        assertContains("--report stands alone", assertThrows(UsageException.class,
                () -> CompareOptions.parse("--report", "folder", "--users", "5")).getMessage());
        assertContains("--report stands alone", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--report", "folder")).getMessage());
        assertContains("--report takes the folder of an earlier run, not: nothing", assertThrows(UsageException.class,
                () -> CompareOptions.parse("--report=")).getMessage());
    }

    @Test
    void otherMachines() throws Exception {
        PlaceOptions places = CompareOptions.parse("--remote", "192.0.2.21,192.0.2.22:4000", "--remote=192.0.2.23",
                "--service-two", "192.0.2.11:8087", "--bind", "192.0.2.10").places();
        assertEquals("[192.0.2.21:1099, 192.0.2.22:4000, 192.0.2.23:1099]", places.remote().addresses().toString());
        assertEquals("192.0.2.11:8087", places.serviceTwo().orElseThrow().toString());
        assertEquals("192.0.2.10", places.bind());
        assertEquals(Map.of(), CompareOptions.parse("--bind", "192.0.2.10").overrides(), "no value of the file");
        for (String[] wrong : new String[][] {{"--remote=", "--remote takes the servers: host:port,host:port, not: no"},
            {"--remote=a:0", "not: a:0"},
            {"--service-two=192.0.2.11", "--service-two takes HOST:PORT, not: 192.0.2.11"},
            {"--service-two=:8087", "takes HOST:PORT"}, {"--service-two=", "takes HOST:PORT, not: nothing"},
            {"--bind=", "--bind takes an address of this machine, not: nothing"}}) {
            assertContains(wrong[1], assertThrows(UsageException.class, () -> CompareOptions.parse(wrong[0]))
                    .getMessage());
        }
    }

    @Test
    void saysWhatIsWrong() {
        assertContains("--users takes a whole number", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--users")).getMessage());
        assertContains("--users takes a whole number", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--users", "--repeat", "1")).getMessage());
        assertContains("--repeat takes a whole number from 1 to 100, not: x", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--repeat", "x")).getMessage());
        assertContains("no such option: --servers; there are --path, --users", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--servers", "2")).getMessage());
        assertContains("--plan takes no value", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--plan=yes")).getMessage());
        assertContains("--guess or --plan", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "--plan", "--guess")).getMessage());
        assertContains("one experiment at a time", assertThrows(UsageException.class,
                () -> CompareOptions.parse("tour", "spring")).getMessage());
    }
}
