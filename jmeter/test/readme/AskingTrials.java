package readme;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertEquals;
import static testing.Assertions.assertTrue;

import java.io.InputStream;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import testing.ClosedPort;
import testing.Program;

/** Tries the commands that need a service one that runs: they are told where that of the test is. Stateless. */
final class AskingTrials {
    private static final Set<Integer> OK = Set.of(0);
    private static final String KEPT = "kept: ";
    private static final int NOT_FOUND = 404;

    private AskingTrials() {
    }

    static void threads(ReadmeCommand command, AskedService service) throws Exception {
        PrintingTrials.prints(command.program(), of(command, service), OK);
    }

    /** {@code ./run.sh jfr}, for a second instead of what it says, or of twenty; its recording is not kept. */
    static void jfr(ReadmeCommand command, AskedService service) throws Exception {
        Arguments arguments = new Arguments(of(command, service).words().stream()
                .flatMap(word -> word.equals("jfr") ? Stream.of(word, "1") : Stream.of(word))
                .toList());
        try (Program jfr = Program.script(command.program(), arguments.array())) {
            assertEquals(0, jfr.exitCode(), jfr.output());
            String kept = jfr.output().lines().filter(line -> line.startsWith(KEPT)).findFirst().orElseThrow();
            Files.delete(Path.of(kept.substring(KEPT.length())));
        }
    }

    private static Arguments of(ReadmeCommand command, AskedService service) {
        Arguments arguments = command.arguments().withoutValue("--pid").withoutValue("--port");
        return new Arguments(arguments.words().stream().filter(word -> !word.matches("\\d+")).toList())
                .and("--port", String.valueOf(service.port()));
    }

    /** {@code ./run.sh advise}: as it is, but for the address of a service that runs. */
    static void advise(ReadmeCommand command, AskedService service) throws Exception {
        PrintingTrials.prints(command.program(), command.arguments().replacing(word -> word.startsWith("http://")
                ? word.replaceFirst("//[^/]*", "//127.0.0.1:" + service.port()) : word), OK);
    }

    /** Any answer will do but one that says that there is no such thing. */
    static void curl(ReadmeCommand command, AskedService service) throws Exception {
        CurlRequest request = CurlRequest.of(command.arguments().words());
        HttpResponse<InputStream> response = service.http()
                .send(request.to(service.port(), service.statusPage()), BodyHandlers.ofInputStream());
        response.body().close();      // some never end
        assertTrue(response.statusCode() != NOT_FOUND, "answered with " + response.statusCode());
    }

    /**
     * {@code ./run.sh jmeter}: as it is, up to the moment when it asks for the service, or for the jmeter-servers, at
     * a port where nobody listens. By then plan, properties and options have been read, and JMeter, which not
     * everybody has, not yet looked for. With JMeter, .ci/run runs them. No window is opened.
     */
    static void jmeter(ReadmeCommand command) throws Exception {
        try (ClosedPort nobody = new ClosedPort()) {
            String there = "127.0.0.1:" + nobody.number();
            Arguments arguments = command.arguments().onThisMachine().without("--gui")
                    .and("-Jport=" + nobody.number());
            try (Program jmeter = Program.script(command.program(), (arguments.has("--remote")
                    ? arguments.with("--remote", there) : arguments).array())) {
                assertEquals(2, jmeter.exitCode(), jmeter.output());
                assertContains(" answers at " + there + " (", jmeter.standardError());
            }
        }
    }
}
