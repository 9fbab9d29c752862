package lab.plan;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.Tool.ExitCode;
import common.figures.Figures.Law;
import experiment.Load;
import experiment.Prediction;
import experiment.Run;
import lab.run.Generator;
import lab.run.Observed;
import load.JmeterLog;
import load.PlanXml;
import load.RunFolder;
import load.install.FileTree;
import process.Time;
import testing.Printed;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class PlanReportTest implements AutoCloseable {
    private static final String HEADER = "timeStamp,elapsed,success\n";
    private static final Law WAITS = law(1.049);

    private final TemporaryFolder repository = new TemporaryFolder();
    private final RunFolder folder = RunFolder.create(repository.path(), "closed-loop-loom");
    private final TestPlan plan = TestPlan.find(Path.of(System.getProperty("repository")), "closed-loop");
    private Printed out = new Printed();
    private Optional<PlannedLoad> load = Optional.empty();

    PlanReportTest() throws Exception {
    }

    private void assertWords(String situation, String text) throws IOException {
        Words.assertSame("jmeter", situation, text.replace(folder.path().toString(), "‹folder›"));
    }

    @Test
    void theReportShowsExpectedAndMeasuredFigures() throws Exception {
        load = Optional.of(new PlannedLoad(Load.closed("/meetings", 10), 2, 30, 0, Optional.empty(), 1));
        Optional<Expectation> ten = Optional.of(new Expectation(load.get().load(), 200, law(1)));
        String rows = IntStream.rangeClosed(0, 100).mapToObj(each -> 100 * each + ",1000,true\n")
                .collect(Collectors.joining());
        Files.writeString(Files.createDirectory(folder.dashboard()).resolve("index.html"), "");
        assertEquals(ExitCode.OK, print(2, ten, rows, 101));
        assertWords("report of a steady run", out.toString());
        assertEquals(ExitCode.FAILED, print(5, ten, "0,1000,true\n", 1));
        assertWords("report of a run within its warm-up", out.toString());
        assertEquals(ExitCode.FAILED, print(0, Optional.empty(), "0,1000,false\n", 1), "a request failed");
        assertWords("report of a run in which a request failed", out.toString());
    }

    /** The readings of CPU time are of another time. */
    @Test
    void theReportNamesWhatIsWrongAsAComparisonDoes() throws Exception {
        load = Optional.of(new PlannedLoad(Load.closed("/meetings", 10), 2, 30, 0, Optional.empty(), 1));
        Files.writeString(folder.samples(), HEADER + IntStream.rangeClosed(0, 100)
                .mapToObj(each -> 100 * each + ",500,true\n").collect(Collectors.joining()));
        Observed contender = Observed.ofRunning(List.of(), List::of,
                new Generator(List.of(), folder.samples(), null, null), Time.REAL);
        contender.read();
        out = new Printed();
        PlanReport report = PlanReport.of(folder, plan, 2, load, Optional.empty(), true, 0);
        Run run = new Run(plan.name(), load.get().load(), 1, Prediction.NONE, "", report.measurement(contender));
        assertEquals(ExitCode.OK, report.print(out, 101, Optional.of(run)));
        assertWords("report of a run in which users did not wait", out.toString());
    }

    /** A user's second request, so long after the first one's answer. */
    private String lost(int millisAfter, boolean keepsConnections) throws Exception {
        Files.writeString(folder.samples(), "timeStamp,elapsed,success,label,responseCode,responseMessage,threadName,"
                + "Connect\n0,1000,true,a,200,OK,Users 1-1,0\n" + (1000 + millisAfter)
                + ",1,false,a,Non HTTP response code: org.apache.http.NoHttpResponseException,x failed to respond,"
                + "Users 1-1,0\n");
        out = new Printed();
        PlanReport.of(folder, plan, 0, load, Optional.empty(), keepsConnections, 0).print(out, 2, Optional.empty());
        return out.toString().lines().filter(line -> line.contains("connection")).collect(Collectors.joining("\n"));
    }

    @Test
    void aLostConnectionHasACauseAndARemedy() throws Exception {
        assertWords("connections that are lost", lost(200, true) + "\n" + lost(199, true) + "\n" + lost(199, false));
    }

    @Test
    void aRunThatSendsNothingHasNoFigures() throws Exception {
        Files.writeString(folder.samples(), "timeStamp,elapsed,success,label,responseMessage,sentBytes,Connect\n"
                + "0,1,true,Debug,OK,0,0\n");
        TestPlan silent = new TestPlan(plan.file(), true, new PlanXml("", "", "Debug"::equals), Map.of());
        assertEquals(ExitCode.FAILED, PlanReport.of(folder, silent, 0, load, Optional.empty(), true, 0)
                .print(out, 1, Optional.empty()));
        assertWords("report of a run that sent nothing", out.toString());
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
    /** Situations, and what the log says in them. */
    private static final Map<String, String> LOGS = new TreeMap<>(Map.of(
            "a plan that dies twice", DIED + DIED,
            "a warning about a folder", STAMP
            + "WARN o.a.j.r.ResultCollector: Error creating directories for /proc/no\n",
            "an old Groovy", STAMP + "ERROR o.a.j.JMeter: Uncaught exception in thread Thread[#61,Scripts 2-1,5,main]\n"
            + "org.codehaus.groovy.GroovyBugError: BUG! Unsupported class file major version 69\n",
            "a missing plugin", STAMP + "ERROR o.a.j.JMeter: Error in NonGUIDriver\n"
            + "java.lang.IllegalArgumentException: Problem\n\tat x\n"
            + "Caused by: com.thoughtworks.xstream.converters.ConversionException: \n---- Debugging information ----\n"
            + "Caused by: com.thoughtworks.xstream.mapper.CannotResolveClassException: kg.apc.Stepping\n",
            "a busy server", STAMP + "ERROR o.a.j.JMeter: remote\njava.rmi.ServerException: nested exception is: \n\t"
            + "java.rmi.RemoteException: Engine is busy - please try later\n",
            "a jmeter-server with another key", STAMP + "ERROR o.a.j.e.DistributedRunner: Failed to create engine at "
            + "192.0.2.21:1099\njava.rmi.ConnectIOException: nested exception is: \n\tjavax.net.ssl."
            + "SSLHandshakeException: (bad_certificate)\nCaused by: java.security.SignatureException: no match\n",
            "no more threads", STAMP + "FATAL o.a.j.JMeter: unable to create native thread\n",
            "a full heap", STAMP + "ERROR o.a.j.JMeter: x\njava.lang.OutOfMemoryError: Java heap space\n",
            "users that start too late", user("Stopping because end time detected by thread: g 1-1")
            + user("Thread started: other 2-1") + user("Thread started: g 1-8") + user("Thread started: g 1-9"),
            "a user that stops the test", user("Stop Test Now detected by thread: g 1-3")));

    private static String user(String what) {
        return STAMP + "INFO o.a.j.t.JMeterThread: " + what + "\n";
    }

    /** JMeter itself exits with 0, and its report shows only the requests that were made. */
    @Test
    void errorsInJmetersLogAreNamedWithTheirFirstCause() throws Exception {
        Files.writeString(folder.log(), GOOD);
        assertEquals(ExitCode.OK, print(0, Optional.empty(), "0,1000,true\n", 1), out.toString());
        StringBuilder errors = new StringBuilder();
        for (Map.Entry<String, String> row : LOGS.entrySet()) {
            Files.writeString(folder.log(), GOOD + row.getValue() + GOOD);
            JmeterLog log = JmeterLog.read(folder.log());
            assertEquals(1, log.errors().size(), row.getKey());
            errors.append(row.getKey() + " -> " + log.errors() + "\n");
            assertEquals(ExitCode.FAILED, print(0, Optional.empty(), "0,1000,true\n", 1), row.getKey());
            assertThrows(IOException.class, log.errors().keySet().iterator().next(),
                    () -> print(0, Optional.empty(), "", 0));
        }
        assertWords("errors in JMeter's log", errors.toString()
                .replace("JDK " + Runtime.version().feature(), "JDK ‹release›"));
    }

    @Test
    void theReportShowsTheFirstErrorsOfTheLog() throws Exception {
        Files.writeString(folder.log(), IntStream.rangeClosed(1, 9).mapToObj(each -> STAMP + "ERROR o.a.X: failure "
                + each + "\n").collect(Collectors.joining()) + STAMP + "ERROR o.a.X: failure 1\n");
        assertEquals(ExitCode.FAILED, print(0, Optional.of(new Expectation(closed(1).load(), 200, law(1))),
                "0,1000,true\n", 1));
        assertWords("report with errors in JMeter's log", out.toString());
    }

    @Test
    void aRunWithoutSamplesSaysWhy() throws Exception {
        Files.writeString(folder.output(), "Error occurred during initialization of VM\n\tat x\nToo small heap\n");
        assertNoSample("JMeter's JVM does not start", 1);
        assertNoSample("JMeter ends well", 0);
        assertNoSample("exit code 128", 128);
        Files.writeString(folder.output(), "java.lang.ClassNotFoundException: org.apache.jmeter.JMeter\n\tat x\n");
        assertNoSample("JMeter has no classes", 0);
        assertNoSample("JMeter is killed", 137);
        assertNoSample("JMeter is terminated", 143);
        Files.writeString(folder.log(), STAMP + "INFO o.a.j.e.S: Starting 0 threads for group None.\n" + STAMP
                + "ERROR o.a.j.JMeter: Error generating the report: x\njava.lang.NullPointerException: x\n");
        assertNoSample("JMeter starts no thread", 0);
        Files.writeString(folder.log(), STAMP + "ERROR o.a.X: failure 1\n" + STAMP + "ERROR o.a.X: failure 2\n");
        assertNoSample("JMeter reports two errors", 137);
    }

    private void assertNoSample(String situation, int exitCode) throws IOException {
        assertWords("no sample, because " + situation,
                assertThrows(IOException.class, () -> print(exitCode, "", 0)).getMessage());
    }

    private ExitCode print(int exitCode, String rows, long samples) throws IOException {
        Files.writeString(folder.samples(), rows.isEmpty() ? "" : HEADER + rows);
        out = new Printed();
        return PlanReport.of(folder, plan, 0, load, Optional.empty(), true, exitCode)
                .print(out, samples, Optional.empty());
    }

    @Test
    void aJmeterThatASignalEndedStillHasFigures() throws Exception {
        assertEquals(ExitCode.FAILED, print(143, "0,1000,true\n0,10", 3));
        assertWords("report of a JMeter that a signal ended", out.toString());
    }

    private record Made(PlannedLoad load, int warmup, String rows, boolean isWhole) {
    }

    private static final String USERS = "0,1000,true,Users 1-1\n10,1000,true,Users 1-2\n";
    private static final Map<String, Made> MADE = new TreeMap<>(Map.of(
            "2 of 3 users", new Made(users(3, 0), 0, USERS, false),
            "2 of 2 users", new Made(users(2, 0), 0, USERS, true),
            "users that are still starting", new Made(users(2, 5), 0, USERS, true),
            "2 of 9,000 arrivals", new Made(open(300), 5, USERS, false),
            "99 of 100 arrivals, 2 s late", new Made(arrivals(100), 0, requests(98, 3_000), true),
            "99 of 101 arrivals", new Made(arrivals(101), 0, requests(98, 1), false),
            "99 of 100 arrivals, over 2 s late", new Made(arrivals(100), 0, requests(98, 3_001), false)));

    private static PlannedLoad users(int number, int rampup) {
        return new PlannedLoad(Load.closed("/meetings", number), rampup, 20, 0, Optional.empty(), 1);
    }

    /** Within one second. */
    private static PlannedLoad arrivals(int rate) {
        return new PlannedLoad(Load.open("/meetings", rate), 0, 1, 0, Optional.empty(), 1);
    }

    private static String requests(int atFirst, long lastAt) {
        return IntStream.rangeClosed(1, atFirst).mapToObj(each -> "0,1000,true,A 1-" + each + "\n")
                .collect(Collectors.joining()) + lastAt + ",1000,true,A 1-999\n";
    }

    @Test
    void nothingIsExpectedOfALoadThatWasNotMade() throws Exception {
        StringBuilder reports = new StringBuilder();
        for (Map.Entry<String, Made> row : MADE.entrySet()) {
            Made made = row.getValue();
            Files.writeString(folder.samples(), "timeStamp,elapsed,success,threadName\n" + made.rows);
            out = new Printed();
            ExitCode code = PlanReport.of(folder, plan, made.warmup, Optional.of(made.load),
                    Optional.of(new Expectation(made.load.load(), 200, law(1))), true, 0)
                    .print(out, 2, Optional.empty());
            assertEquals(made.isWhole ? ExitCode.OK : ExitCode.FAILED, code, row.getKey());
            reports.append("--- " + row.getKey() + "\n" + out);
        }
        assertWords("reports of loads that were made or not", reports.toString());
    }

    /** JMeter's report may be two seconds old, and it may have sent one request of a hundred too few. */
    @Test
    void anOpenLoopIsBehindIfItHasSentTooFew() {
        PlannedLoad hundred = new PlannedLoad(Load.open("/meetings", 100), 0, 20, 0, Optional.empty(), 1);
        Object[][] table = {{792, 10, true}, {791, 10, false}, {0, 2, true}, {0, 3, false}, {1_782, 20, true},
            {1_781, 20, false}, {1_782, 40, true}};
        for (Object[] row : table) {
            assertEquals(row[2], hundred.behind((int) row[0], (int) row[1]).isEmpty(), row[0] + " after " + row[1]);
        }
        assertEquals("", closed(100).behind(0, 20), "users send when they like");
    }

    /** If the disk is full, JMeter goes on silently, without samples. */
    @Test
    void missingSamplesAreReported() throws Exception {
        assertEquals(ExitCode.FAILED, print(0, Optional.empty(), "0,1000,true\n0,1000,true\n0,10", 3));
        assertWords("report without all samples", out.toString());
        assertEquals(ExitCode.FAILED, print(128, "0,1000,true\n0,10", 2), "no signal ended JMeter");
        assertEquals(ExitCode.OK, print(0, Optional.empty(), "0,1000,true\n", 1), "all are there");
        assertEquals(ExitCode.FAILED, print(0, "", 9), "not even a header");
    }

    private ExitCode print(int warmup, Optional<Expectation> expectation, String rows, long requests)
            throws IOException {
        Files.writeString(folder.samples(), HEADER + rows);
        out = new Printed();
        return PlanReport.of(folder, plan, warmup, load, expectation, true, 0).print(out, requests, Optional.empty());
    }

    private record Row(PlannedLoad load, double limit, Law law) {
    }

    private static final Map<String, Row> ROWS = new TreeMap<>(Map.of(
            "fewer users than the limit", new Row(closed(100), 10_000, WAITS),
            "as many users as the limit", new Row(closed(200), 200, WAITS),
            "more users than the limit", new Row(closed(220), 200, WAITS),
            "permits hold the users up", new Row(closed(100), 10_000, new Law(1.049, 30.03, "permits")),
            "permits hardly hold the users up", new Row(closed(100), 10_000, new Law(1.0, 99.95, "permits")),
            "arrivals within the limit", new Row(open(50), 10_000, WAITS),
            "as many arrivals as the limit", new Row(open(200), 200, law(1)),
            "more arrivals than the limit", new Row(open(300), 200, WAITS)));

    @Test
    void theExpectationFollowsLittlesLaw() throws IOException {
        StringBuilder expectations = new StringBuilder();
        for (Map.Entry<String, Row> entry : ROWS.entrySet()) {
            Row row = entry.getValue();
            List<String> lines = new Expectation(row.load.load(), row.limit, row.law).lines(90, 1.5, 0.01);
            assertEquals(2, lines.size(), entry.getKey());
            expectations.append(entry.getKey() + "\n  " + String.join("\n  ", lines) + "\n");
        }
        assertWords("expectations by Little's law", expectations.toString());
    }

    @Test
    void ifThereIsNoPredictionTheReasonIsGiven() throws IOException {
        Map<String, Row> rows = new TreeMap<>(Map.of("no answer", new Row(closed(9), 200, null),
                "unknown wait", new Row(closed(9), 200, law(Double.NaN)),
                "unknown limit", new Row(closed(9), Double.NaN, law(1)),
                "no wait", new Row(closed(9), 200, law(0)), "errors", new Row(closed(9), 200, law(1))));
        StringBuilder reasons = new StringBuilder();
        for (Map.Entry<String, Row> entry : rows.entrySet()) {
            Row row = entry.getValue();
            List<String> lines = new Expectation(row.load.load(), row.limit, row.law).lines(95, 1, 0.02);
            assertEquals(1, lines.size(), entry.getKey());
            reasons.append(entry.getKey() + " -> " + lines.getFirst() + "\n");
        }
        assertWords("no prediction", reasons.toString());
    }

    private static Law law(double waitSeconds) {
        return new Law(waitSeconds, Double.NaN, "");
    }

    private static PlannedLoad closed(int users) {
        return new PlannedLoad(Load.closed("/meetings", users), 5, 30, 0, Optional.empty(), 1);
    }

    private static PlannedLoad open(double rate) {
        return new PlannedLoad(Load.open("/meetings", rate), 0, 30, 15, Optional.empty(), 1);
    }

    /** JMeter's Run button saves the open plan, which must not be the repository's. */
    @Test
    void jmeterOpensACopyOfThisProjectsPlans() throws Exception {
        RunFolder another = RunFolder.create(repository.path(), "closed-loop-loom");
        assertTrue(!another.equals(folder), "each run has its own folder, even in the same second: " + another);
        assertTrue(folder.path().getFileName().toString().matches("closed-loop-loom-\\d{8}-\\d{6}"), folder.toString());
        for (String plan : List.of("jmeter/plans/a.jmx", "jmeter/experiments/b.jmx", "elsewhere/my.jmx",
                repository.path().relativize(folder.path()) + "/opened-before")) {
            Path file = repository.path().resolve(plan);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "x");
            boolean isOurs = plan.matches("jmeter/[pe].*");
            Path opened = isOurs ? folder.path().resolve(file.getFileName()) : file;
            assertEquals(opened, PlanCommand.fileToOpen(repository.path(), file, folder, out), plan);
            assertEquals("x", Files.readString(opened), plan);
        }
        assertWords("plans to open", out.toString().replace(folder.path().toString(), "‹folder›")
                .replace(repository.path().toString(), "‹repository›"));
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
