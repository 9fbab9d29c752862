package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import javax.xml.parsers.DocumentBuilderFactory;
import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import lab.WithFolder;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import lab.define.Load;
import load.RemoteServers;
import load.install.JmeterHome;
import process.Child.ProgramFailure;
import testing.Test;

class InstallationTest extends WithFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final HostPort OTHER_MACHINE = new HostPort("192.0.2.21", 1099);
    private static final String SAVE = "-Jjmeter.save.saveservice.";
    private static final String EARLY_COMPILATION = "-XX:CompileThresholdScaling=0.3";

    private static Places places(Path repository, String bind, HostPort... servers) {
        return new Places(bind, Optional.empty(), new Generators(new RemoteServers(List.of(servers)), repository));
    }

    private List<String> jmeter(String load, Places places) throws Exception {
        write("bin/jmeter.properties", "");
        Slot slot = Slot.all(ExperimentFile.parse("e", load + "\ncontender.a = loom", Map.of()), false).getFirst();
        Installation installation = new Installation(REPOSITORY, new JmeterHome(folder, "5.6.3"), places);
        assertEquals(slot.isLight(), installation.serviceTwo(slot).contains("-XX:TieredStopAtLevel=1"), load);
        return installation.jmeter(slot, new HostPort("127.0.0.1", 4000), Path.of("/e.jtl"),
                folder.resolve("e.log")).command();
    }

    private static void assertHas(String why, List<String> arguments, String... expected) {
        assertTrue(arguments.containsAll(List.of(expected)), why + ": " + List.of(expected) + " in " + arguments);
    }

    private static final String[][] ROWS = {
        {"an error can be JSON, so the body is checked", "users = 100", "-Jbody=\"tech-talk\""},
        {"an open loop checks the body, too", "rate = 100", "-Jbody=\"tech-talk\""},
        {"each path has its own body", "users = 50\npath = /wait-blocking", "-Jbody=\"waitedMillis\""},
        {"any JSON object will do for an unknown path", "users = 50\npath = /of-my-own", "-Jbody=^\\{\""},
        {"the experiment may set the expected body", "users = 50\nbody = ^OK", "-Jbody=^OK",
            "-Jerror=[^\\s\\S]", "-Jsample_variables=first_key"},
        {"otherwise JMeter closes a connection after a minute", "users = 100", "-Jhttpclient4.time_to_live=86400000"},
        {"the experiment shows the progress, not JMeter", "users = 100", "-Jsummariser.name="},
        {"JMeter's many threads yield to service one, which may have only two threads", "users = 100",
            "nice", "-n", "19"},
        {"a second load has its own path, arrivals and body, and both end together", "users = 50\nwarmup = 20\n"
                + "beside-path = /computational\nbeside-rate = 5", "-Jpath=/meetings", "-Jbeside_path=/computational",
            "-Jbeside_rate=5.0", "-Jbeside_seed=43", "-Jbeside_body=\"sum\"", "-Jseconds=35",
            SAVE + "thread_name=true", "-Jjmeterengine.force.system.exit=true"},
        {"one JMeter has all users", "users = 50", "-Jusers=50", "-Jrampup=1"},
        {"one JMeter makes all arrivals, and logs which one each request belongs to", "rate = 25", "-Jrate=25.0",
            "-Jseed=42", "-Jsample_variables=TESTSTART.MS,first_key", SAVE + "thread_name=true"}};

    @Test
    void jmeterGetsTheArgumentsThatARunNeeds() throws Exception {
        Places here = Places.onThisMachine(REPOSITORY);
        for (String[] row : ROWS) {
            List<String> all = List.of(row);
            assertHas(row[0], jmeter(row[1], here), all.subList(2, all.size()).toArray(String[]::new));
        }
        assertTrue(!jmeter("users = 50\nbeside-path = /computational\nbeside-rate = 5", here).contains("nice"),
                "so would those of the second load");
        assertTrue(!jmeter("users = 50\npath = /computational?numbers=3000000", here).contains("nice"),
                "requests that compute would starve JMeter");
        assertTrue(!jmeter("users = 50\nbeside-path = /computational\nbeside-rate = 2", here).contains("nice"),
                "requests that compute would starve JMeter");
        if (System.getenv("HEAP") == null) {
            assertHas("heap for its users", jmeter("users = 4000", here), "-Xmx2006m");
        }
        assertEquals(EARLY_COMPILATION, jmeter("users = 1000", here).get(4), "after nice -n 19 java, before JVM_ARGS");
        assertTrue(!jmeter("users = 1100", here).contains(EARLY_COMPILATION),
                "1,049 requests a second are not a light load");
    }

    /** The plans are this project's own, so their text may be compared. */
    @Test
    void aPlanGetsASecondThreadGroupWithItsOwnPropertiesAndLabel() throws Exception {
        Path plans = REPOSITORY.resolve("jmeter/plans");
        Path closed = plans.resolve("closed-loop.jmx");
        String text = Files.readString(SecondLoad.added(closed, plans.resolve("open-loop.jmx"),
                folder.resolve("both.jmx")));
        int group = text.indexOf("<OpenModelThreadGroup");
        String second = text.substring(group);
        assertTrue(Files.readString(closed).startsWith(text.substring(0, group - 8)), "the first load is as it was");
        for (String own : List.of("rate(${__P(beside_rate,50.0)}/sec)", "testname=\"beside\"", "${__P(seconds,30)}",
                "<stringProp name=\"HTTPSampler.path\">${__P(beside_path,/meetings)}<", "${__P(beside_seed,42)}")) {
            assertContains(own, second);
        }
        assertEquals(2, text.split("<HTTPSamplerProxy ", -1).length - 1);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(folder.resolve("both.jmx").toFile());
    }

    @Test
    void serviceOneGetsTheFolderOfALearnersCompiledClass() throws Exception {
        Contender mine = Contender.parse("mine", "loom --exercise 8 --queue 9");
        JmeterHome jmeter = new JmeterHome(folder, "5.6.3");
        Installation installation = new Installation(REPOSITORY, jmeter, Places.onThisMachine(REPOSITORY),
                Map.of(8, folder));
        List<String> command = installation.serviceOne(mine, OTHER_MACHINE);
        int parts = command.indexOf("--parts");
        assertEquals(List.of("--parts", folder.toString(), "--queue", "9"), command.subList(parts, parts + 4));
        assertThrows(ProgramFailure.class, "--exercise 8: its class is not compiled here",
                () -> new Installation(REPOSITORY, jmeter).serviceOne(mine, OTHER_MACHINE));
    }

    /** Each server runs the whole plan. With the same seed, all would send at the same moments. 0 means no seed. */
    @Test
    void severalGeneratorsShareUsersAndArrivals() throws Exception {
        write("jmeter/home/rmi-keystore.p12", "any key");
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket one = new ServerSocket(0, 9, loopback); ServerSocket two = new ServerSocket(0, 9, loopback)) {
            Places twoServers = places(folder, "", new HostPort("127.0.0.1", one.getLocalPort()),
                    new HostPort("127.0.0.1", two.getLocalPort()));
            List<String> closed = jmeter("users = 50", twoServers);
            assertHas("half of the users for each", closed, "-Gusers=25", "-Grampup=1");
            assertHas("each generator reports a sample immediately, with the time of its own clock", closed,
                    "-Jmode=StrippedAsynch");
            List<String> open = jmeter("rate = 25", twoServers);
            assertHas("half of the arrivals for each", open, "-Grate=12.5", "-Gseed=0");
            assertEquals(0L, open.stream().filter(each -> each.startsWith("-Jrate=")).count(),
                    "this machine sends no arrivals");
        }
    }

    @Test
    void thePlacesOfTheProgramsAreDescribed() {
        assertEquals(Places.onThisMachine(REPOSITORY), places(REPOSITORY, ""));
        assertEquals("all programs on this machine", places(REPOSITORY, "").description());
        assertEquals("service one on this machine, at 192.0.2.10; service two on this machine; load made by "
                + "192.0.2.21:1099 and 192.0.2.21:1099, controlled from this machine",
                places(REPOSITORY, "192.0.2.10", OTHER_MACHINE, OTHER_MACHINE).description());
    }

    @Test
    void aPlaceThatCannotBeUsedIsRefusedBeforeAnythingIsStarted() throws Exception {
        Experiment experiment = ExperimentFile.parse("e", "users = 10\ncontender.a = loom", Map.of());
        places(REPOSITORY, "").check(experiment);
        for (String bind : List.of("192.0.2.10", "0.0.0.0", "no.such.host.invalid")) {
            assertThrows(UsageException.class, "--bind takes an address of this machine",
                    () -> places(REPOSITORY, bind).check(experiment));
        }
        assertThrows(UsageException.class, "--remote needs --bind",
                () -> places(REPOSITORY, "", OTHER_MACHINE).check(experiment));
        HostPort nobody = new HostPort("127.0.0.1", 1);
        assertThrows(IOException.class, "no jmeter-server answers at " + nobody,
                () -> places(REPOSITORY, "", nobody).check(experiment));
    }

    private static List<String> divided(int machines, List<String> notes, String load) throws Exception {
        HostPort[] servers = Collections.nCopies(machines, OTHER_MACHINE).toArray(HostPort[]::new);
        return places(REPOSITORY, "", servers).generators().divided(ExperimentFile.parse("e",
                load + "\ncontender.a = loom", Map.of()), notes).loads().stream().map(Load::label).toList();
    }

    @Test
    void usersThatCannotBeDividedAreRoundedUpWithANote() throws Exception {
        List<String> notes = new ArrayList<>();
        assertEquals(List.of("101 users"), divided(1, notes, "users = 101"));
        assertEquals(List.of("100 at once"), divided(1, notes, "burst = 100"));
        assertEquals(List.of("101 arrivals/s"), divided(2, notes, "rate = 101"), "a rate can be divided by any number");
        assertEquals(List.of(), notes);
        assertEquals(List.of("3 users", "102 users", "999 users"), divided(3, notes, "users = 1, 100, 999"));
        assertEquals(List.of("1 user became 3 users, 100 users became 102 users: each of the 3 generators has the "
                + "same number of users."),
                notes);
        assertEquals(List.of("100 users"), divided(2, notes, "users = 99, 100"),
                "99 becomes 100, which the experiment already has");
        assertThrows(UsageException.class, "several generators cannot send at the same moment",
                () -> divided(2, notes, "burst = 100"));
    }
}
