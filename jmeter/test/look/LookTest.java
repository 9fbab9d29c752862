package look;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Words.assertSame;

import module java.base;
import common.commandline.CommandLine;
import common.commandline.UsageException;
import look.Choice.OutOfReach;
import look.Jdk.Frame;
import process.RunningService;
import testing.Test;
import testing.ToolHelp;

class LookTest {
    private static final RunningService POOL = new RunningService(1, "pool", 8081);
    private static final RunningService LOOM = new RunningService(2, "loom", 8082);
    private static final RunningService ASYNC = new RunningService(3, "async", 8084);

    private static RunningService chosen(List<RunningService> all, int pid, int port) throws IOException {
        return Choice.among(all, List.of(), pid, port);
    }

    @Test
    void aServiceIsChosenIfItIsNamedOrAloneOrOnTheUsualPort() throws Exception {
        assertEquals(POOL, chosen(List.of(POOL), 0, 0));
        assertEquals(POOL, chosen(List.of(POOL, LOOM), 1, 0));
        assertEquals(POOL, chosen(List.of(POOL, LOOM), 0, 8081));
        assertEquals(POOL, chosen(List.of(POOL, LOOM), 1, 8081));
        assertEquals(LOOM, chosen(List.of(POOL, LOOM), 0, 0));
    }

    @Test
    void theOnlyOneInReachIsNotTakenForOneThatDoesNotAnswer() throws Exception {
        OutOfReach own = new OutOfReach(9, true, "ada", "ada");
        assertThrows(IOException.class, () -> Choice.among(List.of(POOL), List.of(own), 0, 0));
        assertEquals(LOOM, Choice.among(List.of(LOOM), List.of(own), 0, 0), "on the usual port");
        assertEquals(POOL, Choice.among(List.of(POOL), List.of(own), 1, 0));
        assertEquals(POOL, Choice.among(List.of(POOL), List.of(own), 0, 8081));
        for (OutOfReach others : List.of(new OutOfReach(9, true, "ada", "bob"),
                new OutOfReach(9, false, "ada", "ada"))) {
            assertEquals(POOL, Choice.among(List.of(POOL), List.of(others), 0, 0), others.toString());
        }
    }

    @Test
    void anyOtherJvmIsChosenByItsPidAlone() throws Exception {
        long pid = ProcessHandle.current().pid();
        assertEquals(pid, Choice.of(pid, 0).pid());
        assertSame("look", "no such JVM",
                assertThrows(IOException.class, () -> Choice.of(999_999_999, 0)).getMessage());
    }

    @Test
    void lanesAreOnlyAServiceOnes() throws Exception {
        RunningService other = new RunningService(9, "", 0);
        assertSame("look", "lanes of another JVM",
                assertThrows(IOException.class, () -> LanesCommand.run(other, 1, System.out)).getMessage());
    }

    private record Services(List<RunningService> all, List<OutOfReach> outOfReach, int pid, int port) {
        String line() {
            String given = all.stream().map(RunningService::mode).collect(Collectors.joining(", ", "running: ", ""))
                    + "; out of reach: " + outOfReach.size() + "; --pid " + pid + " --port " + port;
            String why = assertThrows(IOException.class, () -> Choice.among(all, outOfReach, pid, port)).getMessage();
            for (RunningService each : all) {
                why = why.replace(each.toString(), "‹" + each.mode() + "›");
            }
            return given + " -> " + why;
        }
    }

    @Test
    void whoCannotBeChosenIsListed() throws Exception {
        List<OutOfReach> far = List.of(new OutOfReach(9, false, "ada", "ada"));
        assertSame("look", "no service, or several", Stream.of(
                new Services(List.of(POOL, ASYNC), List.of(), 0, 0), new Services(List.of(POOL), List.of(), 9, 0),
                new Services(List.of(LOOM), List.of(), 0, 1), new Services(List.of(LOOM), List.of(), 2, 8081),
                new Services(List.of(), List.of(), 0, 0), new Services(List.of(), far, 0, 0),
                new Services(List.of(POOL), far, 0, 1)).map(Services::line).collect(Collectors.joining("\n")));
        assertSame("look", "why a service is out of reach", Stream.of(new OutOfReach(9, false, "ada", "bob"),
                new OutOfReach(9, true, "ada", "bob"), new OutOfReach(9, true, "ada", "ada"))
                .map(OutOfReach::toString).collect(Collectors.joining("\n")));
    }

    @Test
    void theHelp() throws Exception {
        for (String name : List.of("threads", "jfr", "lanes", "jconsole", "visualvm", "trace")) {
            assertEquals(name, Look.TOOLS.get(name).name());
            assertSame("look", "help of " + name, ToolHelp.of(Look.TOOLS.get(name)));
        }
    }

    private static void run(String name, String... arguments) throws Exception {
        Look.run(name, CommandLine.parse(Look.TOOLS.get(name).options(), arguments));
    }

    @Test
    void refusedArgumentsAreNamed() {
        for (String[] row : new String[][] {{"jfr", "3601"}, {"jfr", "0"}, {"lanes", "11"}, {"lanes", "0"},
            {"jfr", "5", "6"}, {"jconsole", "--which"}, {"threads", "5"}, {"trace", "5"}, {"visualvm", "5"}}) {
            assertThrows(UsageException.class, row[row.length - 1], () ->
                    run(row[0], Arrays.copyOfRange(row, 1, row.length)));
        }
    }

    @Test
    void theShortestAndTheLongestRecordingsAreTaken() throws Exception {
        assertEquals(List.of("1", "3600"), List.of(Look.SECONDS.check("1"), Look.SECONDS.check("3600")));
        assertEquals(List.of("1", "10"), List.of(Look.LANES_SECONDS.check("1"), Look.LANES_SECONDS.check("10")));
    }

    @Test
    void onlyTypesOutsideOfTheJdkAreTheApplications() {
        for (String type : List.of("java.lang.Thread", "javax.a.B", "jdk.a.B", "sun.a.B", "com.sun.a.B")) {
            assertEquals(false, new Frame(type, "", "", 0).isOfApplication(), type);
        }
        for (String type : List.of("serviceone.A", "com.sunny.B", "javas.C")) {
            assertEquals(true, new Frame(type, "", "", 0).isOfApplication(), type);
        }
    }
}
