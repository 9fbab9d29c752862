package load;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Tool.ExitCode;
import load.Stats.One.Law;
import load.install.FileTree;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;

class RunReportTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,success\n";
    private static final Law WAITS = law(1.049);

    private final TemporaryFolder repository = new TemporaryFolder();
    private final RunFolder folder = RunFolder.create(repository.path(), "closed-loop-loom");
    private Printed out = new Printed();

    RunReportTest() throws IOException {
    }

    @Test
    void theReportShowsExpectedAndMeasuredFigures() throws Exception {
        Optional<Expectation> ten = Optional.of(new Expectation(closed(10), 200, law(1)));
        String rows = IntStream.rangeClosed(0, 100).mapToObj(each -> 100 * each + ",1000,true\n")
                .collect(Collectors.joining());
        assertEquals(ExitCode.OK, print(2, ten, rows, 101));
        assertContains("Little's law: 10 users / 1.000 s = 10.0/s; measured 10.0/s (100.0 %)\n"
                + "response time: 1.000 s of waiting; measured 1.000 s on average\nsamples ", out.toString());
        assertEquals(ExitCode.FAILED, print(5, ten, "0,1000,true\n", 1));
        assertContains("no figures: the run ended within its warm-up of 5 s", out.toString());
        assertEquals(ExitCode.FAILED, print(0, Optional.empty(), "0,1000,false\n", 1), "a request failed");
        assertTrue(!out.toString().contains("Little"), out.toString());
    }

    @Test
    void aRunWithoutSamplesShowsJmetersErrors() throws Exception {
        Files.writeString(folder.log(), "1 INFO a: b\n2 ERROR a: broken\n  at b\nCaused by: a cause\n");
        assertThrows(IOException.class, "(exit code 0): 2 ERROR a: broken; Caused by: a cause; see " + folder.log(),
                () -> print(0, Optional.empty(), "", 0));
    }

    /** If the disk is full, JMeter goes on silently, without samples. */
    @Test
    void missingSamplesAreReported() throws Exception {
        assertEquals(ExitCode.FAILED, print(0, Optional.empty(), "0,1000,true\n0,1000,true\n0,10", 3));
        assertTrue(out.toString().startsWith("no figures: JMeter made 3 requests, but samples.jtl has only "
                + "2; is the disk full"), out.toString());
        assertTrue(!out.toString().contains("per second"), out.toString());
        Files.writeString(folder.samples(), "");
        assertEquals(ExitCode.FAILED, new RunReport(folder, 0, 0, Optional.empty()).print(out, 0, 9),
                "not even a header");
    }

    private ExitCode print(int warmup, Optional<Expectation> expectation, String rows, long requests)
            throws IOException {
        Files.writeString(folder.samples(), HEADER + rows);
        out = new Printed();
        return new RunReport(folder, warmup, 0, expectation).print(out, 0, requests);
    }

    private record Row(PlannedLoad load, double limit, Law law, String... expected) {
    }

    private static final List<Row> ROWS = List.of(
            new Row(closed(100), 10_000, WAITS, "100 users / 1.049 s = 95.3/s; measured 90.0/s (94.4 %)",
                    "1.049 s of waiting; measured 1.500 s on average"),
            new Row(closed(200), 200, WAITS, "200 users / 1.049 s = 190.7/s; ", "1.049 s"),
            new Row(closed(220), 200, WAITS, "200 of 220 users at once / 1.049 s = 190.7/s; ",
                    "220 users / 190.7/s = 1.154 s; "),
            new Row(closed(100), 10_000, new Law(1.049, 30.03, "permits"),
                    "100 users / 1.049 s = 95.3/s, but the permits allow only 30.0/s; ",
                    "100 users / 30.0/s = 3.330 s; "),
            new Row(open(50), 10_000, WAITS, "50.0/s x 1.049 s = 52.4 requests at once, within the limit of 10,000, "
                    + "so all are answered: 50.0/s; ", "1.049 s of waiting; "),
            new Row(open(300), 200, WAITS, "300.0/s x 1.049 s = 314.7 requests at once, more than the limit: "
                    + "200 / 1.049 s = 190.7/s; ", "the queue grows by 109.3 requests a second"));

    @Test
    void theExpectationFollowsLittlesLaw() {
        for (Row row : ROWS) {
            List<String> lines = new Expectation(row.load, row.limit, row.law).lines(90, 1.5, 0.01);
            assertContains("Little's law: " + row.expected[0], lines.getFirst());
            assertContains("response time: " + row.expected[1], lines.getLast());
        }
    }

    @Test
    void ifThereIsNoPredictionTheReasonIsGiven() {
        List<Row> rows = List.of(new Row(closed(9), 200, null, "did not answer /stats"),
                new Row(closed(9), 200, law(Double.NaN), "how long its requests had to wait"),
                new Row(closed(9), Double.NaN, law(1), "how many it serves at once"),
                new Row(closed(9), 200, law(0), "CPU time"), new Row(closed(9), 200, law(1), "2.0 % of the requests"));
        for (Row row : rows) {
            assertContains(row.expected[0],
                    String.join("\n", new Expectation(row.load, row.limit, row.law).lines(95, 1, 0.02)));
        }
    }

    private static Law law(double waitSeconds) {
        return new Law(waitSeconds, Double.NaN, "");
    }

    private static PlannedLoad closed(double users) {
        return new PlannedLoad(false, users, 5, 30, 0);
    }

    private static PlannedLoad open(double rate) {
        return new PlannedLoad(true, rate, 0, 30, 15);
    }

    /** JMeter's Run button saves the open plan, which must not be the repository's. */
    @Test
    void jmeterOpensACopyOfThisProjectsPlans() throws Exception {
        RunFolder another = RunFolder.create(repository.path(), "closed-loop-loom");
        assertTrue(!another.equals(folder), "each run has its own folder, even in the same second: " + another);
        for (String plan : List.of("jmeter/plans/a.jmx", "jmeter/experiments/b.jmx", "elsewhere/my.jmx",
                repository.path().relativize(folder.path()) + "/opened-before")) {
            Path file = repository.path().resolve(plan);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x");
            boolean isOurs = plan.matches("jmeter/[pe].*");
            Path opened = isOurs ? folder.path().resolve(file.getFileName()) : file;
            assertEquals(opened, RunPlan.fileToOpen(repository.path(), file, folder, out), plan);
            assertEquals("x", Files.readString(opened), plan);
            assertEquals(isOurs, out.toString().contains("opens a copy, " + opened), plan + ": " + out);
        }
    }

    @Test
    void aTreeIsDeletedWithoutTheTargetsOfItsLinks() throws Exception {
        Path kept = Files.createFile(folder.path().resolve("kept"));
        Path root = folder.path().resolve("tree");
        Files.createSymbolicLink(Files.createDirectories(root.resolve("a/b")).resolve("link"), folder.path());
        FileTree.delete(root);
        FileTree.delete(root);      // nothing is left to delete
        assertEquals(List.of(false, true), List.of(Files.exists(root), Files.exists(kept)));
    }

    @Override
    public void close() throws IOException {
        repository.close();
    }
}
