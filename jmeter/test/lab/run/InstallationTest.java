package lab.run;

import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.commandline.UsageException;
import common.io.HostPort;
import experiment.Contender;
import experiment.Experiment;
import experiment.Load;
import experiment.Run;
import javax.xml.parsers.DocumentBuilderFactory;
import lab.Doctored;
import lab.run.Generator.Watch;
import load.RemoteServers;
import load.Stats;
import load.install.JmeterHome;
import process.Child;
import testing.Await;
import testing.ClosedPort;
import testing.Program;
import testing.Slow;
import testing.TemporaryFolder;
import testing.Test;
import testing.Words;

class InstallationTest extends TemporaryFolder {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));
    private static final Path PLAN = REPOSITORY.resolve("jmeter/plans/closed-loop.jmx");
    private static final HostPort OTHER = new HostPort("192.0.2.21", 1099);
    private static final String BESIDE = "\nbeside-path = /computational\nbeside-rate = 5";
    private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";
    private static final String NO_GRAPH = "-Dvisualvm.graph.off=true";

    private static Places places(Path repository, String bind, HostPort... servers) {
        return new Places(bind, Optional.empty(), new RemoteServers(List.of(servers)), repository);
    }

    private Installation installation(Path repository) {
        return new Installation(new JmeterHome(folder, "5.6.3"), Places.onThisMachine(repository), Map.of());
    }

    private String jmeter(String load, Places places) throws Exception {
        Slot slot = Slot.all(Doctored.experiment(load + "\ncontender.a = loom"), Policy.CLASS).getFirst();
        write("bin/jmeter.properties", "");
        Installation installation = new Installation(new JmeterHome(folder, "5.6.3"), places, Map.of());
        assertEquals(slot.isLight(), installation.serviceTwo(slot).contains("-XX:TieredStopAtLevel=1"), load);
        for (List<String> service : List.of(installation.serviceTwo(slot),
                installation.serviceOne(slot.contender().serviceOne().orElseThrow(), OTHER))) {
            assertTrue(service.contains(NO_GRAPH), "no thread repairs VisualVM's graph");
        }
        return String.join(" ", installation.jmeter(slot, new HostPort("127.0.0.1", 4000),
                Path.of("/e.jtl"), folder.resolve("e.log")).command());
    }

    private String jmeter(String load) throws Exception {
        return jmeter(load, Places.onThisMachine(REPOSITORY));
    }

    @Test
    void jmeterGetsTheArgumentsThatARunNeeds() throws Exception {
        String[][] table = {
            {"users = 100", "-Jbody=\"tech-talk\"",      // an error can be JSON
                "-Jjmeterengine.nongui.maxport=65535 "},
            {"users = 50\npath = /wait-blocking", "-Jbody=\"waitedMillis\""},
            {"users = 50\npath = /of-my-own", "-Jbody=^\\{\""},      // any JSON object
            {"users = 50\nstatus = 204", "-Jbody=^$"}, {"users = 50\nmethod = HEAD\nbody = x", "-Jbody=x"},
            {"users = 50\nbody = ^OK", "-Jbody=^OK", "-Jerror=[^\\s\\S]", "-Jsample_variables=first_key"},
            {"users = 50\nseconds = 7\nwarmup = 20", "-Jseconds=329 ", "-Jresponse_ms=42000 ", "-Jport=4000 ",
                "-Jhost=127.0.0.1 ", "-t " + PLAN + " ", "-l /e.jtl ", "autoflush=true ", "output_format=csv ",
                "thread_name=false ", "data_type=false ", "sent_bytes=false ", "latency=false ", "idle_time=false ",
                "url=false ",
                "thread_counts=false "},
            {"burst = 9", "/jmeter/experiments/burst.jmx "}, {"rate = 9", "/jmeter/plans/open-loop.jmx "},
            {"users = 50", "-Jhttpclient4.time_to_live=86400000"},      // otherwise connections end after a minute
            {"users = 50", "-Jsummariser.name= ", "-Jusers=50", "-Jrampup=1", "saveservice.url=false"},
            {"users = 50\njmeter-plan = " + PLAN, "saveservice.url=true", "saveservice.thread_counts=true"},
            {"users = 1000", "nice -n 19 ", "/java " + FIRST_COMPILER},      // yields to service one's few threads
            {"users = 50\nwarmup = 20" + BESIDE, "-Jpath=/meetings", "-Jbeside_path=/computational",
                "-Jbeside_rate=5.0", "-Jbeside_seed=43", "-Jbeside_body=\"sum\"", "-Jseconds=35",
                "-Jjmeter.save.saveservice.thread_name=true", "-Jjmeterengine.force.system.exit=true"},
            {"rate = 25", "-Jseconds=33", "-Jdrain=10", "-Jrate=25.0", "-Jbody=\"tech-talk\"", "-Jseed=42",
                "-Jsample_variables=TESTSTART.MS,first_key", "-Jjmeter.save.saveservice.thread_name=true"}};
        for (String[] row : table) {
            assertHas(jmeter(row[0]) + " ", Arrays.copyOfRange(row, 1, row.length));
        }
        assertTrue(!jmeter("users = 50\npath = /computational?numbers=3000000").contains("nice")
                && !jmeter("users = 50" + BESIDE).contains("nice"), "requests that compute would starve JMeter");
        assertTrue(System.getenv("HEAP") != null || jmeter("users = 4000").contains("-Xmx2006m"), "heap for its users");
    }

    /** The plans are this project's own, so their text may be compared. */
    @Test
    void aPlanGetsASecondThreadGroupWithItsOwnPropertiesAndLabel() throws Exception {
        Path both = SecondLoad.added(PLAN, PLAN.resolveSibling("open-loop.jmx"), folder.resolve("both.jmx"));
        String text = Files.readString(both);
        int group = text.indexOf("<OpenModelThreadGroup");
        assertTrue(Files.readString(PLAN).startsWith(text.substring(0, group - 8)), "the first load is as it was");
        assertHas(text.substring(group), "rate(${__P(beside_rate,50.0)}/sec)", "testname=\"beside\"",
                "<stringProp name=\"HTTPSampler.path\">${__P(beside_path,/meetings)}<", "${__P(beside_seed,42)}",
                "${__P(seconds,30)}");
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(both.toFile());
    }

    @Test
    void threadDumpsAreNotAskedOfServiceOne() throws Exception {
        Contender dumped = Contender.parse("dumped", "loom --thread-dumps --queue 9");
        String command = String.join(" ", installation(REPOSITORY)
                .serviceOne(dumped.serviceOne().orElseThrow(), OTHER));
        assertTrue(!command.contains("dumps") && command.contains("--queue 9"), command);
    }

    /** Not of this JVM: while virtual threads of other tests end, a dump may crash it (JDK-8374820). */
    @Slow("starts three JVMs")
    @Test
    void jcmdTakesAThreadDump() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0")) {
            two.awaitPort("two");
            assertEquals(0, LoadPhase.dumpThreads(two.pid()).waitFor());
        }
        assertTrue(LoadPhase.dumpThreads(Integer.MAX_VALUE).waitFor() != 0, "no such process");
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
            assertHas(jmeter("users = 50", twoServers), "-Gusers=25", "-Grampup=1", "-Jmode=StrippedAsynch");
            String open = jmeter("rate = 25", twoServers);
            assertHas(open, "-Grate=12.5", "-Gseed=0");
        }
    }

    @Test
    void aPlaceThatCannotBeUsedIsRefusedBeforeAnythingIsStarted() throws Exception {
        Experiment experiment = Doctored.experiment("users = 10\ncontender.a = loom");
        places(REPOSITORY, "").check(experiment);
        for (String bind : List.of("192.0.2.10", "0.0.0.0", "no.such.host.invalid")) {
            assertThrows(UsageException.class, "--bind", () -> places(REPOSITORY, bind).check(experiment));
        }
        assertThrows(UsageException.class, PLAN.toString(), () -> places(REPOSITORY, "", OTHER).check(
                Doctored.experiment("users = 1\ncontender.a = loom\nrequest-body = " + PLAN)));
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
        assertEquals(List.of("101 arrivals/s"), divided(2, notes, "rate = 101"), "a rate can be divided by any number");
        assertEquals(List.of(), notes);
        assertEquals(List.of("3 users", "102 users", "999 users"), divided(3, notes, "users = 1, 100, 999"));
        assertEquals(1, notes.size());
        String beside = "users = 4\nbeside-path = /rpc\nbeside-users = ";
        assertEquals(List.of("4 users"), divided(2, new ArrayList<>(), beside + 6));
        notes.add(assertThrows(UsageException.class, () -> divided(2, notes, "burst = 100")).getMessage());
        notes.add(assertThrows(UsageException.class, () -> divided(2, notes, beside + 5)).getMessage());
        Words.assertSame("running", "loads of several generators", String.join("\n", notes));
    }

    private static HostPort server(ClosedPort next) {
        return new HostPort("127.0.0.1", next.number() - 1);      // reports on the next port
    }

    @Test
    void aGeneratorReportsItsCpuTimeAndAClockThatMustNotDiffer() throws Exception {
        ClosedPort next = new ClosedPort();
        HostPort server = server(next);
        AtomicInteger millisAhead = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        // Its CPU time grows by a second with each question.
        try (next; Closeable _ = Stats.Generator.report(server, () -> new Stats.Generator(System.currentTimeMillis()
                + millisAhead.get(), 1_000L * asked.incrementAndGet(), 4, false, ""))) {
            RemoteServers.checkClock(server);
            Watch watch = new Watch(server, 30_000);
            Await.until("the CPU time grew by more than a second", () -> {
                watch.read();
                return watch.figures(0, Long.MAX_VALUE).cpuSeconds() > 1;
            });
            assertTrue(watch.figures(0, Long.MAX_VALUE).cpuSeconds() < asked.get(), "since the watch's first question");
            StringBuilder text = new StringBuilder();
            for (int ahead : new int[] {60_000, -60_000}) {
                millisAhead.set(ahead);
                String message = assertThrows(IOException.class, () -> RemoteServers.checkClock(server)).getMessage();
                assertTrue(message.matches(".* (59|60),\\d{3} ms .*"), message);
                text.append(message.replaceAll("(59|60),\\d{3}", "‹60,000›")).append('\n');
            }
            millisAhead.set(0);
            assertEquals(new Run.RemoteGenerator(server.toString(), 4, Double.NaN),
                    new Watch(server, 30_000).figures(0, 1), "one reading is no difference");
            Words.assertSame("running", "a generator's clock", text.toString().replace(server.toString(), "‹server›"));
        }
    }

    @Test
    void aGeneratorWithoutFiguresOrWithOtherWorkIsRefused() throws Exception {
        // A process that another test starts holds a listening port for a moment, so each report has its own.
        try (ClosedPort other = new ClosedPort(); ClosedPort next = new ClosedPort()) {
            HostPort without = server(other);
            try (Closeable _ = Stats.Generator.report(without, () -> new Stats.Generator(0, -1, 2, true, ""))) {
                assertEquals(Double.NaN, new Watch(without, 30_000).figures(0, 1).cpuSeconds(), "it knows no CPU time");
            }
            HostPort server = server(next);
            Watch gone;
            try (Closeable _ = Stats.Generator.report(server, () -> new Stats.Generator(0, 5, 2, true, ""))) {
                gone = new Watch(server, 30_000);
            }
            gone.read();      // the next reading makes up for it
            assertEquals(Double.NaN, gone.figures(0, 1).cpuSeconds(), "unknown");
            String words = assertThrows(IOException.class, () -> RemoteServers.checkClock(server)).getMessage();
            Words.assertSame("running", "a generator without a report", words.replace(server.toString(), "‹server›")
                    .replace(Stats.Generator.place(server).toString(), "‹report›")
                    .replaceFirst("\\(.*?\\)", "(‹why›)"));
        }
        Experiment experiment = Doctored.experiment("users = 10\ncontender.a = loom");
        Places remote = places(folder, "", OTHER);
        Words.assertSame("running", "a service one that generators cannot reach",
                assertThrows(UsageException.class, () -> remote.check(experiment)).getMessage());
        places(folder, "").check(experiment);
    }

    @Test
    void servicesStartWithTheExperimentsOptions() throws Exception {
        Experiment experiment = Doctored.experiment("users = 10\njitter = 3\n"
                + "contender.a = loom --exercise 8 --info-in-parallel | -Xmx64m");
        Slot slot = Slot.all(experiment, Policy.CLASS).getFirst();
        Installation plain = installation(REPOSITORY);
        assertHas(String.join(" ", plain.serviceTwo(slot)), "@" + REPOSITORY.resolve("service-two/jvm-options"),
                ".build/service-two.jar servicetwo.ServiceTwo --port 0 --delay 50 --stage-delay 333 --jitter 3 "
                + "--until-stdin-closes");
        Installation compiled = new Installation(new JmeterHome(folder, "5.6.3"), places(REPOSITORY,
                "127.0.0.2"), Map.of(8, Path.of("/parts")));
        assertHas(String.join(" ", compiled.serviceOne(slot.contender().serviceOne().orElseThrow(), OTHER)),
                "@" + REPOSITORY.resolve("service-one/jvm-options"), " -Xmx64m -cp ",
                ".build/service-one.jar serviceone.ServiceOne loom --admin-port 0 --parts /parts --port 0 "
                + "--bind 127.0.0.2 --service-two " + OTHER + " --until-stdin-closes");
        Words.assertSame("running", "an exercise that is not compiled", assertThrows(Child.ProgramFailure.class,
                () -> plain.serviceOne(slot.contender().serviceOne().orElseThrow(), OTHER)).getMessage());
        Installation elsewhere = installation(folder);
        assertTrue(elsewhere.serviceTwo(slot).stream().noneMatch(word -> word.startsWith("@")), "no file of options");
        Contender command = Contender.parse("c", "command: {java} {repository}/x {port} {service-two}");
        assertEquals(List.of(process.Executables.java(), REPOSITORY + "/x", "4000", OTHER.toString()),
                plain.command((Contender.Command) command.kind(), 4000, OTHER).command());
    }

    @Test
    void theEnvironmentNamesVersionsPlacesAndOptions() throws Exception {
        write("service-one/jvm-options", "# a comment\n\n -Xmx64m \n-Xss1m\n");
        Experiment experiment = Doctored.experiment("users = 10\nbeside-path = /rpc\nbeside-rate = 5\n"
                + "change = 5s delay=9\ncontender.a = loom");
        Installation here = installation(folder);
        Map<String, String> all = here.environment(experiment);
        for (String value : List.of("5.6.3", here.places().description(), "-Xmx64m -Xss1m", "none",
                experiment.beside().orElseThrow().name(),
                "--delay 50 --stage-delay 333; from " + experiment.conditions().changes().getFirst(),
                System.getProperty("java.runtime.version"))) {
            assertTrue(all.values().stream().anyMatch(each -> each.contains(value)), value + " in " + all);
        }
        Installation remote = new Installation(here.jmeter(), new Places("",
                Optional.of(OTHER), here.places().generators(), folder), Map.of());
        assertEquals(all.size() - 1, remote.environment(experiment).size(),
                "service two's JVM options are unknown");
        assertEquals(false, new Places("", Optional.of(new HostPort("127.0.0.1", 1)),
                here.places().generators(), folder)
                .isServiceTwoRemote());
    }
}
