package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import javax.xml.parsers.DocumentBuilderFactory;
import common.commandline.CommandLine.UsageException;
import common.io.HostPort;
import lab.Doctored;
import lab.TemporaryFolder;
import lab.define.Contender;
import lab.define.Experiment;
import lab.define.Load;
import lab.run.Generator.Watch;
import load.RemoteServers;
import load.Stats;
import load.install.JmeterHome;
import process.Child.ProgramFailure;
import process.Child;
import testing.Await;
import testing.ClosedPort;
import testing.Test;

class InstallationTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final HostPort OTHER = new HostPort("192.0.2.21", 1099);
    private static final String BESIDE = "\nbeside-path = /computational\nbeside-rate = 5";
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

    private static Places places(Path repository, String bind, HostPort... servers) {
        return new Places(bind, Optional.empty(), new Generators(new RemoteServers(List.of(servers)), repository));
    }

    private Installation installation(Places places, Map<Integer, Path> exercises) throws IOException {
        write("bin/jmeter.properties", "");
        return new Installation(REPOSITORY, new JmeterHome(folder, "5.6.3"), places, exercises);
    }

    private String jmeter(String load, Places places) throws Exception {
        Slot slot = Slot.all(Doctored.experiment(load + "\ncontender.a = loom"), false).getFirst();
        Installation installation = installation(places, Map.of());
        assertEquals(slot.isLight(), installation.serviceTwo(slot).contains("-XX:TieredStopAtLevel=1"), load);
        return String.join(" ", installation.jmeter(slot, new HostPort("127.0.0.1", 4000),
                Path.of("/e.jtl"), folder.resolve("e.log")).command());
    }

    private String jmeter(String load) throws Exception {
        return jmeter(load, Places.onThisMachine(REPOSITORY));
    }

    @Test
    void jmeterGetsTheArgumentsThatARunNeeds() throws Exception {
        String[][] table = {
            {"users = 100", "-Jbody=\"tech-talk\""},      // an error can be JSON
            {"users = 50\npath = /wait-blocking", "-Jbody=\"waitedMillis\""},
            {"users = 50\npath = /of-my-own", "-Jbody=^\\{\""},      // any JSON object
            {"users = 50\nbody = ^OK", "-Jbody=^OK", "-Jerror=[^\\s\\S]", "-Jsample_variables=first_key"},
            {"users = 50", "-Jhttpclient4.time_to_live=86400000"},      // otherwise connections end after a minute
            {"users = 50", "-Jsummariser.name= ", "-Jusers=50", "-Jrampup=1"},
            {"users = 1000", "nice -n 19 ", "/java " + FIRST_COMPILER},      // yields to service one's few threads
            {"users = 50\nwarmup = 20" + BESIDE, "-Jpath=/meetings", "-Jbeside_path=/computational",
                "-Jbeside_rate=5.0", "-Jbeside_seed=43", "-Jbeside_body=\"sum\"", "-Jseconds=35",
                "-Jjmeter.save.saveservice.thread_name=true", "-Jjmeterengine.force.system.exit=true"},
            {"rate = 25", "-Jrate=25.0", "-Jbody=\"tech-talk\"", "-Jseed=42",
                "-Jsample_variables=TESTSTART.MS,first_key", "-Jjmeter.save.saveservice.thread_name=true"}};
        for (String[] row : table) {
            for (String part : List.of(row).subList(1, row.length)) {
                assertContains(part, jmeter(row[0]) + " ");
            }
        }
        assertTrue(!jmeter("users = 50\npath = /computational?numbers=3000000").contains("nice")
                && !jmeter("users = 50" + BESIDE).contains("nice"),
                "requests that compute would starve JMeter");
        assertTrue(System.getenv("HEAP") != null || jmeter("users = 4000").contains("-Xmx2006m"), "heap for its users");
        assertTrue(!jmeter("users = 1100").contains(FIRST_COMPILER), "1,049 requests a second are not a light load");
    }

    /** The plans are this project's own, so their text may be compared. */
    @Test
    void aPlanGetsASecondThreadGroupWithItsOwnPropertiesAndLabel() throws Exception {
        Path closed = REPOSITORY.resolve("jmeter/plans/closed-loop.jmx");
        Path both = SecondLoad.added(closed, closed.resolveSibling("open-loop.jmx"), folder.resolve("both.jmx"));
        String text = Files.readString(both);
        int group = text.indexOf("<OpenModelThreadGroup");
        assertTrue(Files.readString(closed).startsWith(text.substring(0, group - 8)), "the first load is as it was");
        for (String own : List.of("rate(${__P(beside_rate,50.0)}/sec)", "testname=\"beside\"", "${__P(seconds,30)}",
                "<stringProp name=\"HTTPSampler.path\">${__P(beside_path,/meetings)}<", "${__P(beside_seed,42)}")) {
            assertContains(own, text.substring(group));
        }
        assertEquals(2, text.split("<HTTPSamplerProxy ", -1).length - 1);
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(both.toFile());
    }

    @Test
    void serviceOneGetsTheFolderOfALearnersCompiledClass() throws Exception {
        Contender mine = Contender.parse("mine", "loom --exercise 8 --queue 9");
        Places here = Places.onThisMachine(REPOSITORY);
        assertContains(" --parts " + folder + " --queue 9",
                String.join(" ", installation(here, Map.of(8, folder)).serviceOne(mine, OTHER)));
        assertThrows(ProgramFailure.class, "--exercise 8: its class is not compiled here",
                () -> installation(here, Map.of()).serviceOne(mine, OTHER));
    }

    /** Each server runs the whole plan. With the same seed, all would send at the same moments. 0 means no seed. */
    @Test
    void severalGeneratorsShareUsersAndArrivals() throws Exception {
        write("jmeter/home/rmi-keystore.p12", "any key");
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket one = new ServerSocket(0, 9, loopback); ServerSocket two = new ServerSocket(0, 9, loopback)) {
            Places twoServers = places(folder, "", new HostPort("127.0.0.1", one.getLocalPort()),
                    new HostPort("127.0.0.1", two.getLocalPort()));
            // StrippedAsynch: a sample is reported immediately, with the time of the generator's own clock
            for (String part : List.of("-Gusers=25", "-Grampup=1", "-Jmode=StrippedAsynch")) {
                assertContains(part, jmeter("users = 50", twoServers));
            }
            String open = jmeter("rate = 25", twoServers);
            assertContains("-Grate=12.5", open);
            assertContains("-Gseed=0", open);
            assertTrue(!open.contains("-Jrate="), "this machine sends no arrivals");
        }
    }

    @Test
    void aPlaceThatCannotBeUsedIsRefusedBeforeAnythingIsStarted() throws Exception {
        Experiment experiment = Doctored.experiment("users = 10\ncontender.a = loom");
        places(REPOSITORY, "").check(experiment);
        for (String bind : List.of("192.0.2.10", "0.0.0.0", "no.such.host.invalid")) {
            assertThrows(UsageException.class, "--bind takes", () -> places(REPOSITORY, bind).check(experiment));
        }
        assertThrows(UsageException.class, "needs --bind", () -> places(REPOSITORY, "", OTHER).check(experiment));
        assertThrows(UsageException.class, "cannot read the request body", () -> places(REPOSITORY, "", OTHER).check(
                Doctored.experiment("users = 1\ncontender.a = loom\nrequest-body = "
                + REPOSITORY.resolve("build.sh"))));
        HostPort nobody = new HostPort("127.0.0.1", 1);
        assertThrows(IOException.class, "no jmeter-server answers at " + nobody,
                () -> places(REPOSITORY, "", nobody).check(experiment));
    }

    private static List<String> divided(int machines, List<String> notes, String load) throws Exception {
        HostPort[] servers = Collections.nCopies(machines, OTHER).toArray(HostPort[]::new);
        return places(REPOSITORY, "", servers).generators().divided(Doctored.experiment(load + "\ncontender.a = loom"),
                notes).loads().stream().map(Load::label).toList();
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
                + "same number of users."), notes);
        assertEquals(List.of("100 users"), divided(2, notes, "users = 99, 100"), "99 becomes 100, which is there");
        assertThrows(UsageException.class, "several generators cannot", () -> divided(2, notes, "burst = 100"));
    }

    private static HostPort server() throws IOException {
        HostPort free = Child.freeAddress("127.0.0.1");
        return new HostPort(free.host(), free.port() - 1);      // reports on the next port
    }

    /** Its CPU time grows by a second with each question. */
    private static Closeable generator(HostPort server, int millisAhead, AtomicInteger asked) throws IOException {
        return Stats.Generator.report(server, () -> new Stats.Generator(System.currentTimeMillis() + millisAhead,
                1_000L * asked.incrementAndGet(), 4, false));
    }

    @Test
    void aGeneratorReportsItsCpuTime() throws Exception {
        HostPort server = server();
        AtomicInteger asked = new AtomicInteger();
        try (Closeable _ = generator(server, 0, asked)) {
            Watch watch = new Watch(server, 30_000);
            Await.until("the CPU time grew by more than a second", () -> {
                watch.read();
                return watch.figures(0, Long.MAX_VALUE).cpuSeconds() > 1;
            });
            assertEquals(4, watch.figures(0, Long.MAX_VALUE).cores());
            assertTrue(watch.figures(0, Long.MAX_VALUE).cpuSeconds() < asked.get(), "since the first answer");
        }
        try (ClosedPort nobody = new ClosedPort()) {
            assertThrows(IOException.class, () -> new Watch(new HostPort("127.0.0.1", nobody.number() - 1)));
        }
    }

    @Test
    void aClockThatDiffersIsRefused() throws Exception {
        HostPort server = server();
        try (Closeable _ = generator(server, 0, new AtomicInteger())) {
            Generators.checkClock(server);
        }
        for (int ahead : new int[] {60_000, -60_000}) {
            try (Closeable _ = generator(server, ahead, new AtomicInteger())) {
                String message = assertThrows(IOException.class, () -> Generators.checkClock(server)).getMessage();
                assertTrue(message.matches("the clock of the jmeter-server at " + server + " is (59,9|60,0).. ms "
                        + (ahead > 0 ? "ahead of" : "behind") + " this machine's; .*NTP.*"), message);
            }
        }
    }
}
