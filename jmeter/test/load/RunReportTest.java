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
    private final TestPlan plan = TestPlan.find(Path.of(System.getProperty("repository")), "closed-loop");
    private Printed out = new Printed();
    private Optional<PlannedLoad> load = Optional.empty();

    RunReportTest() throws Exception {
    }

    @Test
    void theReportShowsExpectedAndMeasuredFigures() throws Exception {
        load = Optional.of(new PlannedLoad(false, 10, 2, 30, 0));
        Optional<Expectation> ten = Optional.of(new Expectation(load.get(), 200, law(1)));
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

    private static final String STAMP = "2026-11-27 22:53:58,218 ";
    private static final String GOOD = STAMP + "ERROR o.a.j.u.JMeterUtils: Could not find resources for 'nl_EN'\n"
            + user("Thread started: g 1-7") + STAMP + "WARN o.a.j.JMeter: Removing JMeter property: summariser.name\n"
            + STAMP + "WARN o.a.j.t.JMeterThread: Interrupting: Users 1-1 sampler: GET /meetings\n";
    private static final String DIED = STAMP + """
            ERROR o.a.j.t.JMeterThread: Test failed!
            java.lang.IllegalArgumentException: File no-users.csv must exist and be readable
            \tat org.apache.jmeter.services.FileServer.readLine(FileServer.java:340) ~[ApacheJMeter_core.jar:5.6.3]
            """;
    /** What the log says, and what is printed of it. */
    private static final String[][] LOGS = {
        {DIED + DIED, "2 x JMeterThread: Test failed!: IllegalArgumentException: File no-users.csv must exist"},
        {STAMP + "WARN o.a.j.r.ResultCollector: Error creating directories for /proc/no\n",
            "1 x ResultCollector: Error creating directories for /proc/no"},
        {STAMP + "ERROR o.a.j.JMeter: Uncaught exception in thread Thread[#61,Scripts 2-1,5,main]\n"
            + "org.codehaus.groovy.GroovyBugError: BUG! Unsupported class file major version 69\n",
            "JMeter: Uncaught exception in thread Scripts: GroovyBugError: BUG! Unsupported class file major version "
            + "69 (JMeter's Groovy is too old for JDK " + Runtime.version().feature() + "; replace groovy-3.*.jar"},
        {STAMP + "ERROR o.a.j.JMeter: Error in NonGUIDriver\njava.lang.IllegalArgumentException: Problem\n\tat x\n"
            + "Caused by: com.thoughtworks.xstream.converters.ConversionException: \n---- Debugging information ----\n"
            + "Caused by: com.thoughtworks.xstream.mapper.CannotResolveClassException: kg.apc.Stepping\n",
            "CannotResolveClassException: kg.apc.Stepping (the plan needs a plugin; copy its jar"},
        {STAMP + "ERROR o.a.j.JMeter: remote\njava.rmi.ServerException: nested exception is: \n\t"
            + "java.rmi.RemoteException: Engine is busy - please try later\n", "RemoteException: Engine is busy"},
        {user("Stopping because end time detected by thread: g 1-1") + user("Thread started: other 2-1")
            + user("Thread started: g 1-8"), "2 x a user of group g 1 started after the time of the first was over"},
        {user("Stop Test Now detected by thread: g 1-3"), "1 x a user of group g 1 ended when the plan stopped the"},
    };

    private static String user(String what) {
        return STAMP + "INFO o.a.j.t.JMeterThread: " + what + "\n";
    }

    /** JMeter itself exits with 0, and its report shows only the requests that were made. */
    @Test
    void errorsInJmetersLogAreNamedWithTheirFirstCause() throws Exception {
        Files.writeString(folder.log(), GOOD);
        assertEquals(ExitCode.OK, print(0, Optional.empty(), "0,1000,true\n", 1), out.toString());
        for (String[] row : LOGS) {
            Files.writeString(folder.log(), GOOD + row[0] + GOOD);
            assertEquals(ExitCode.FAILED, print(0, Optional.of(new Expectation(closed(1), 200, law(1))),
                    "0,1000,true\n", 1), row[0]);
            assertContains(row[1], out.toString());
            assertContains("no prediction by Little's law: a part of the load was not made", out.toString());
            assertThrows(IOException.class, row[1].substring(4), () -> print(0, Optional.empty(), "", 0));
        }
    }

    @Test
    void aRunWithoutSamplesSaysWhy() throws Exception {
        Files.writeString(folder.output(), "Error occurred during initialization of VM\nToo small heap\n");
        assertThrows(IOException.class, "exit code 1: Error occurred during initialization of VM / Too small heap; see "
                + folder.output(), () -> print(1, "", 0));
        assertThrows(IOException.class, "exit code 0: Error occurred", () -> print(0, "", 0));
        Files.writeString(folder.output(), "java.lang.ClassNotFoundException: org.apache.jmeter.JMeter\n\tat x\n");
        assertThrows(IOException.class, "JMeter (ulimit -n allows too few files", () -> print(0, "", 0));
        assertThrows(IOException.class, "signal 9 ended it, perhaps because memory ran short", () -> print(137, "", 0));
        Files.writeString(folder.log(), STAMP + "INFO o.a.j.e.S: Starting 0 threads for group None.\n" + STAMP
                + "ERROR o.a.j.JMeter: Error generating the report: x\njava.lang.NullPointerException: x\n");
        assertThrows(IOException.class, "it started 0 threads for group None; see " + folder.log(),
                () -> print(0, "", 0));
    }

    private ExitCode print(int exitCode, String rows, long samples) throws IOException {
        Files.writeString(folder.samples(), rows.isEmpty() ? "" : HEADER + rows);
        out = new Printed();
        return new RunReport(folder, plan, 0, load, Optional.empty()).print(out, exitCode, samples);
    }

    @Test
    void aJmeterThatASignalEndedStillHasFigures() throws Exception {
        assertEquals(ExitCode.FAILED, print(143, "0,1000,true\n0,10", 3));
        assertContains("1 requests in 1.0 s", out.toString());
    }

    private record Made(PlannedLoad load, int warmup, String rows, String expected) {
    }

    private static final String USERS = "0,1000,true,Users 1-1\n10,1000,true,Users 1-2\n";
    private static final List<Made> MADE = List.of(
            new Made(new PlannedLoad(false, 3, 0, 20, 0), 0, USERS, "not made: only 2 of 3 users sent a request"),
            new Made(new PlannedLoad(false, 2, 5, 20, 0), 0, USERS,
                    "include the first 5 s, when the load was not steady"),
            new Made(open(300), 5, USERS, "not made: JMeter sent 2 of 9,000 requests, the last one 0.0 s late\n"),
            new Made(new PlannedLoad(true, 1, 0, 2, 0), 0, USERS + "9000,10,true,A 1-3\n",
                    "not made: JMeter sent 3 of 2 requests, the last one 7.0 s late"));

    @Test
    void nothingIsExpectedOfALoadThatWasNotMade() throws Exception {
        for (Made made : MADE) {
            Files.writeString(folder.samples(), "timeStamp,elapsed,success,threadName\n" + made.rows);
            out = new Printed();
            ExitCode code = new RunReport(folder, plan, made.warmup, Optional.of(made.load),
                    Optional.of(new Expectation(made.load, 200, law(1)))).print(out, 0, 2);
            assertContains(made.expected, out.toString());
            assertEquals(made.expected.contains("not made"), code == ExitCode.FAILED, made.expected);
            assertTrue(made.warmup > 0 || out.toString().contains("no prediction by Little's law: "), out.toString());
        }
    }

    /** If the disk is full, JMeter goes on silently, without samples. */
    @Test
    void missingSamplesAreReported() throws Exception {
        assertEquals(ExitCode.FAILED, print(0, Optional.empty(), "0,1000,true\n0,1000,true\n0,10", 3));
        assertTrue(out.toString().startsWith("no figures: JMeter made 3 samples, but " + folder.samples()
                + " has only 2; is the disk full"), out.toString());
        assertTrue(!out.toString().contains("per second"), out.toString());
        Files.writeString(folder.samples(), "");
        assertEquals(ExitCode.FAILED, new RunReport(folder, plan, 0, load, Optional.empty()).print(out, 0, 9),
                "not even a header");
    }

    private ExitCode print(int warmup, Optional<Expectation> expectation, String rows, long requests)
            throws IOException {
        Files.writeString(folder.samples(), HEADER + rows);
        out = new Printed();
        return new RunReport(folder, plan, warmup, load, expectation).print(out, 0, requests);
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
