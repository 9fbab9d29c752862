package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertHas;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.ServiceThread;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import testing.CheckPool;
import testing.ClosedPort;
import testing.Printed;
import testing.Program;
import testing.Slow;
import testing.Test;
import testing.Words;

class ServiceOneTest {
    @Test
    void onlyAnOldJdkCausesAWarning() throws Exception {
        Words.assertSame("service-one", "a JDK with a bug",
                Stream.of("25", "25.0.2+10-LTS", "25.0.3-ea+1", "26").map(Runtime.Version::parse)
                        .map(old -> Precautions.jdkWarning(old).orElseThrow()).collect(Collectors.joining("\n")));
        for (String good : List.of("25.0.3", "25.0.3+9-LTS", "25.0.4", "26.0.1", "27-ea+12")) {
            assertEquals(Optional.empty(), Precautions.jdkWarning(Runtime.Version.parse(good)), good);
        }
    }

    @Test
    void theFirstAddressThatAnswersIsUsed() throws Exception {
        try (ClosedPort closed = new ClosedPort();
                ServerSocket open = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            ServiceTwoAddress answering = at(open.getLocalPort());
            assertEquals(answering, ServiceOne.firstThatAnswers(List.of(at(closed.number()), answering)));
        }
    }

    private static ServiceTwoAddress at(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new ServiceTwoAddress(address, "two", 20_000, 20_000, 20_000, new Bulkhead(0, 0));
    }

    @Test
    void aFailedStartIsExplained() throws Exception {
        try (ServerSocket taken = new ServerSocket(0); ClosedPort closed = new ClosedPort()) {
            int port = taken.getLocalPort();
            String address = "127.0.0.1:" + port;
            String nobody = "127.0.0.1:" + closed.number();
            String[][] table = {
                {"--service-two", "--service-two=[:::]:1"}, {"--bind", "--bind=:::"},
                {nobody, "--service-two=" + nobody}, {"@nowhere", "--service-two=@nowhere"},
                {"--admin-port " + port, "--admin-port=" + port}, {"--jmx-port " + port, "--jmx-port=" + port},
                {"--parts ", "--parts=/no/such/folder"}};
            List<String> errors = new ArrayList<>();
            for (String[] row : table) {
                String error = failedStart(address, row[1]);
                assertContains(row[0], error);
                errors.add(error.replace(nobody, "ADDRESS").replace("" + port, "PORT"));
            }
            Words.assertSame("service-one", "a failed start", String.join("\n", errors));
            assertHas(failedStart(address, "--port=" + port), "127.0.0.1", "" + port, "--port");
            assertHas(failedStart(address, "--bind=192.0.2.1"), "192.0.2.1", "--bind");
        }
    }

    private static String failedStart(String serviceTwo, String option) throws Exception {
        Options options = OptionsTest.parse("loom", "--port=0", "--service-two=" + serviceTwo, option);
        return assertThrows(IOException.class, () -> ServiceOne.serve(options)).getMessage();
    }

    @Test
    void theOldNameOfAnOptionIsReported() throws Exception {
        PrintStream err = System.err;
        Printed printed = new Printed();
        System.setErr(printed);
        try {
            failedStart("@nowhere", "--drain-timeout=5");
        } finally {
            System.setErr(err);
        }
        Words.assertSame("service-one", "an option's old name",
                printed.toString().lines().filter(line -> line.contains("timeout")).collect(Collectors.joining("\n")));
    }

    @Test
    void theServiceCannotGoOnWithoutItsEssentialThreads() {
        for (String name : List.of("event-loop-2", "acceptor", "drain", "watchdog")) {
            assertTrue(ServiceThread.isEssential(name), name);
        }
        for (String name : List.of("pool-1", "request-1", "worker-1", "admin-1", "sampler-1", "main")) {
            assertTrue(!ServiceThread.isEssential(name), name);
        }
    }

    @Test
    @Slow("starts programs")
    void serviceOneEndsWithOneLineIfItCannotGoOn() throws Exception {
        try (ServerSocket two = new ServerSocket(0)) {
            String address = "127.0.0.1:" + two.getLocalPort();
            CheckPool.run(Stream.of(() -> checkBroken("acceptor", address), () -> checkBroken("heap", address)));
        }
    }

    private static void checkBroken(String what, String address) throws Exception {
        try (Program one = Program.test("service-one", "serviceone.Broken", what, "loom", "--port", "0",
                "--service-two", address)) {
            assertEquals(3, one.exitCode(), what);
            List<String> lines = one.output().lines().toList();
            assertEquals(2, lines.size(), "lines: the ready line and the reason");
            if (what.equals("acceptor")) {
                Words.assertSame("service-one", "cannot go on",
                        lines.get(1).replaceFirst("java\\.lang\\.IllegalStateException: .*", "‹failure›"));
            } else {
                assertContains("java.lang.OutOfMemoryError", lines.get(1));
            }
        }
    }

    @Test
    @Slow("starts a program")
    void serviceOneRunsWithoutABrowser() throws Exception {
        try (ServerSocket two = new ServerSocket(0);
                Program one = Program.java(List.of("DISPLAY=:none", "PATH=/nowhere"), "service-one",
                        "serviceone.ServiceOne", "loom", "--port=0", "--admin-port=0", "--open",
                        "--until-stdin-closes", "--service-two=127.0.0.1:" + two.getLocalPort())) {
            one.awaitPort("one");
            one.await("service one: --open: ").closeStandardInput();
            assertEquals(0, one.exitCode(), one.output());
            String ready = one.standardOutput().lines().findFirst().orElseThrow();
            Words.assertSame("service-one", "start without a browser", ready.replaceAll("(:|pid )\\d+", "$1NUMBER")
                    + '\n' + one.standardError().replaceFirst("(--open: ).*", "$1‹the system's message›"));
        }
    }
}
