package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertThrows;
import static testing.Assertions.assertTrue;

import module java.base;
import common.mode.ServiceThread;
import serviceone.calls.Bulkhead;
import serviceone.calls.ServiceTwoAddress;
import testing.CheckPool;
import testing.ClosedPort;
import testing.Program;
import testing.Slow;
import testing.Test;

class ServiceOneTest {
    @Test
    void onlyAnOldJdkCausesAWarning() {
        String[][] old = {{"25", "25.0.3"}, {"25.0.2+10-LTS", "25.0.3"}, {"25.0.3-ea+1", "25.0.3"}, {"26", "26.0.1"}};
        for (String[] row : old) {
            assertContains("this JDK is " + row[0] + "; before " + row[1] + " ",
                    Precautions.jdkWarning(Runtime.Version.parse(row[0])).orElseThrow());
        }
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
        return new ServiceTwoAddress(address, "two", 20_000, 20_000, new Bulkhead(0, 0));
    }

    @Test
    void aFailedStartIsExplained() throws Exception {
        try (ServerSocket taken = new ServerSocket(0); ClosedPort closed = new ClosedPort()) {
            int port = taken.getLocalPort();
            String address = "127.0.0.1:" + port;
            String nobody = "127.0.0.1:" + closed.number();
            String[][] table = {
                {"cannot listen on 127.0.0.1 port " + port + ": Address already in use; choose another port "
                    + "with --port, or 0 for any free one", "--port=" + port},
                {"; --bind takes an address of this machine", "--bind=192.0.2.1"},
                {"--bind :::", "--bind=:::"},
                {"--service-two :::", "--service-two=[:::]:1"},
                {"no service two answers at " + nobody, "--service-two=" + nobody},
                {"--service-two @nowhere (No such file or directory)", "--service-two=@nowhere"},
                {"cannot listen for --admin-port " + port + ": ", "--admin-port=" + port},
                {"cannot listen for --jmx-port " + port + ": ", "--jmx-port=" + port}};
            for (String[] row : table) {
                Options options = OptionsTest.parse("loom", "--port=0", "--service-two=" + address, row[1]);
                assertThrows(IOException.class, row[0], () -> ServiceOne.serve(options));
            }
        }
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
            CheckPool.run(Stream.of(
                    () -> checkBroken("drain", "service one: cannot go on without its thread drain: ", address),
                    () -> checkBroken("heap", "Terminating due to java.lang.OutOfMemoryError: ", address)));
        }
    }

    private static void checkBroken(String what, String line, String address) throws Exception {
        try (Program one = Program.test("service-one", "serviceone.Broken", what, "loom", "--port", "0",
                "--service-two", address)) {
            assertEquals(3, one.exitCode(), what);
            assertContains(line, one.output());
            assertEquals(2L, one.output().lines().count(), "lines: the ready line and the reason");
        }
    }

    @Test
    @Slow("starts a program")
    void serviceOneRunsWithoutABrowser() throws Exception {
        try (ServerSocket two = new ServerSocket(0);
                Program one = Program.java(List.of("DISPLAY=:none", "PATH=/nowhere"), "service-one",
                        "serviceone.ServiceOne", "loom", "--port=0", "--admin-port=0", "--open",
                        "--until-stdin-closes", "--service-two=127.0.0.1:" + two.getLocalPort())) {
            one.await("service one ready at ").await("service one: --open: ").closeStandardInput();
            assertEquals(0, one.exitCode(), one.output());
        }
    }
}
