package serviceone;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import serviceone.server.TestService;
import testing.Await;
import testing.ClosedPort;
import testing.Program;
import testing.Slow;
import testing.Test;

/** Both services as processes: what a person who starts and stops them sees. */
class ServiceOneTest {
    private static final int IN_FLIGHT = 100;
    /** Milliseconds: on a loaded machine all takes longer. */
    private static final String PATIENT = "30000";

    @Test
    void sigtermAnswersWhatIsInFlightAndExitsWithZero() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0")) {
            String place = two.awaitAddress("two");
            TestService.inEachMode(mode -> {
                try (Program one = Program.java("service-one", "serviceone.ServiceOne", mode.label(), "--port", "0",
                        "--service-two", place, "--connect-timeout", PATIENT, "--answer-timeout", PATIENT,
                        "--drain-timeout", PATIENT)) {
                    terminateUnderLoad(one, one.awaitPort("one"));
                }
            });
        }
    }

    private static void terminateUnderLoad(Program one, int port) throws Exception {
        try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
            for (int i = 0; i < IN_FLIGHT; i++) {
                answers.add(client.sendAsync(request(port, "/meetings"), HttpResponse.BodyHandlers.ofString()));
            }
            // A loaded machine may answer the first before it sends the last: the others are in flight all the same.
            Await.until("all are in flight",
                    () -> inFlight(port) >= IN_FLIGHT || answers.stream().anyMatch(CompletableFuture::isDone));
            one.terminate();
            for (CompletableFuture<HttpResponse<String>> answer : answers) {
                assertEquals(200, answer.get().statusCode());
            }
            assertEquals(0, one.exitCode(), "exit code");
            assertContains(" 0 cut off", one.output());
        }
    }

    /** Where the machine has IPv6. */
    @Test
    @Slow("starts programs")
    void anAddressOfIpv6IsToldAsAUrlHasIt() throws Exception {
        try (ServerSocket _ = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            for (String bind : List.of("::1", "[::1]")) {
                try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0", "--bind", bind);
                        Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                                "--admin-port", "0", "--bind", bind, "--service-two", two.awaitAddress("two"));
                        HttpClient client = HttpClient.newHttpClient()) {
                    HttpRequest request = request(one.awaitAddress("one"), "/rpc");
                    assertEquals("[::1]", request.uri().getHost());
                    assertEquals(200, client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
                }
            }
        } catch (BindException e) {
            System.out.println("no IPv6 here: " + e.getMessage());
        }
    }

    private static int inFlight(int port) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            String stats = client.send(request(port, "/stats"), HttpResponse.BodyHandlers.ofString()).body();
            String after = stats.substring(stats.indexOf("\"inFlight\":") + "\"inFlight\":".length()).strip();
            return Integer.parseInt(after.split("[^0-9]")[0]);
        }
    }

    private static HttpRequest request(int port, String path) {
        return request("127.0.0.1:" + port, path);
    }

    private static HttpRequest request(String address, String path) {
        URI uri = URI.create("http://" + address + path);
        return HttpRequest.newBuilder(uri).header("Authorization", "token").build();
    }

    @Test
    @Slow("starts programs")
    void whatCannotStartSaysWhyInOneLine() throws Exception {
        try (ServerSocket taken = new ServerSocket(0); ClosedPort nobody = new ClosedPort()) {
            String place = "127.0.0.1:" + taken.getLocalPort();
            check(2, "service one: cannot listen on 127.0.0.1 port " + taken.getLocalPort()
                    + ": Address already in use; --port takes another one, or 0 for any free one",
                    "loom", "--port", "" + taken.getLocalPort(), "--service-two", place);
            check(2, "; --bind takes an address of this machine", "loom", "--bind", "192.0.2.1", "--port", "0",
                    "--service-two", place);
            check(2, "service one: --bind no.such.host.invalid: no such host", "loom",
                    "--bind", "no.such.host.invalid", "--service-two", place);
            check(2, "service one: --service-two no.such.host.invalid: no such host", "loom",
                    "--service-two", "no.such.host.invalid:1");
            check(2, "service one: no service two answers at 127.0.0.1:" + nobody.number(),
                    "loom", "--port", "0", "--service-two", "127.0.0.1:" + nobody.number());
            check(2, "service one: --service-two @" + nobody.number() + " (No such file or directory)",
                    "loom", "--service-two", "@" + nobody.number());
            check(2, "service one: cannot listen for --jmx-port " + taken.getLocalPort() + ": ",
                    "loom", "--port", "0", "--service-two", place, "--jmx-port", "" + taken.getLocalPort());
            check(2, "service one: cannot listen for --admin-port " + taken.getLocalPort() + ": ",
                    "loom", "--port", "0", "--service-two", place, "--admin-port", "" + taken.getLocalPort());
            check(1, "service one: --threads takes a number from 1 to 100000, not: many", "pool", "--threads", "many");
            check(1, "service one: which mode?");
            check(0, "usage: ./run.sh " + OptionsTest.modes("|") + " [OPTIONS]", "--help");
        }
    }

    private static void check(int exitCode, String line, String... arguments) throws Exception {
        try (Program one = Program.java("service-one", "serviceone.ServiceOne", arguments)) {
            assertEquals(exitCode, one.exitCode(), line);
            assertContains(line, one.output());
        }
    }

    @Test
    @Slow("starts programs")
    void openShowsThePageInTheBrowserOrSaysWhyNot() throws Exception {
        Path folder = Files.createTempDirectory("browser");
        Path shown = folder.resolve("shown");
        for (String opener : List.of("xdg-open", "open")) {
            Files.writeString(folder.resolve(opener), "#!/bin/sh\necho \"$1\" > " + shown + "\n");
            Files.setPosixFilePermissions(folder.resolve(opener), PosixFilePermissions.fromString("rwx------"));
        }
        try (ServerSocket serviceTwo = new ServerSocket(0);
                Program one = open(serviceTwo, "DISPLAY=:none", "PATH=" + folder + ":" + System.getenv("PATH"));
                Program withoutBrowser = open(serviceTwo, "DISPLAY=:none", "PATH=/nowhere")) {
            Await.until("the browser has the page", () -> Files.exists(shown) && Files.size(shown) > 0);
            one.await("status page " + Files.readString(shown).strip() + ")");
            withoutBrowser.await("service one ready at ").await("service one: --open: ");
            assertEquals(0, withoutBrowser.terminate().exitCode(), "it has started all the same");
        } finally {
            for (String name : List.of("xdg-open", "open", "shown", "")) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
    }

    private static Program open(ServerSocket serviceTwo, String... variables) throws IOException {
        return Program.java(List.of(variables), "service-one", "serviceone.ServiceOne", "loom", "--port", "0",
                "--admin-port", "0", "--open", "--service-two", "127.0.0.1:" + serviceTwo.getLocalPort());
    }

    @Test
    @Slow("starts programs")
    void endsWithOneLineWhenItCannotGoOn() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0")) {
            String place = "127.0.0.1:" + two.awaitPort("two");
            checkBroken("acceptor", "service one: cannot go on without its thread acceptor: ", place);
            checkBroken("drain", "service one: cannot go on without its thread drain: ", place);
            checkBroken("heap", "Terminating due to java.lang.OutOfMemoryError: ", place);
        }
    }

    private static void checkBroken(String what, String line, String place) throws Exception {
        try (Program one = Program.test("service-one", "serviceone.Broken", what, "loom", "--port", "0",
                "--service-two", place)) {
            assertEquals(3, one.exitCode(), what);
            assertContains(line, one.output());
            assertEquals(2L, one.output().lines().count(), "lines, of which one says that it is ready");
        }
    }

    @Test
    @Slow("starts programs")
    void endsWithItsStandardInputIfAskedTo() throws Exception {
        try (Program two = Program.java("service-two", "servicetwo.ServiceTwo", "--port", "0", "--until-stdin-closes");
                Program one = Program.java("service-one", "serviceone.ServiceOne", "loom", "--port=0",
                        "--until-stdin-closes", "--service-two", "127.0.0.1:" + two.awaitPort("two"))) {
            one.awaitPort("one");
            one.closeStandardInput();
            assertEquals(0, one.exitCode(), "service one");
            two.closeStandardInput();
            assertEquals(0, two.exitCode(), "service two");
        }
    }
}
