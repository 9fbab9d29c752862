package lab.run;

import static testing.Assertions.assertContains;
import static testing.Assertions.assertThrows;

import common.process.Executables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import lab.TemporaryFolder;
import lab.define.Experiment;
import lab.define.ExperimentFile;
import load.RemoteServers;
import load.StubService;
import load.install.JmeterHome;
import testing.Test;

/** Which commands can be contenders. */
class ProgramsTest implements AutoCloseable {
    private static final Path REPOSITORY = Path.of(System.getProperty("repository"));

    private final TemporaryFolder folder = new TemporaryFolder();
    private final StubService serviceTwo = new StubService(RunningServiceTwoTest.stats("null", 0, 1));

    ProgramsTest() throws IOException {
    }

    @Override
    public void close() throws IOException {
        serviceTwo.close();
        folder.close();
    }

    /** @param script is handed a server's whole command as its arguments */
    private Slot slot(String script) throws Exception {
        Path pid = folder.path().resolve("pid");
        Path shell = Files.writeString(folder.path().resolve("contender.sh"), "server() { exec \"$@\"; }\n" + script
                + "\n");
        String jar = REPOSITORY.resolve(".build/service-two.jar").toString();
        String java = String.join(" ", Executables.javaCommand("-cp", jar,
                "servicetwo.ServiceTwo", "--port", "{port}"));
        Experiment experiment = ExperimentFile.parse("e",
                "users = 10\ncontender.a = command: sh " + shell + " " + pid + " " + java, Map.of());
        return Slot.all(experiment, false).getFirst();
    }

    private Programs start(String script) throws Exception {
        Places places = new Places("", Optional.of(serviceTwo.address()),
                new Generators(new RemoteServers(List.of()), REPOSITORY));
        Installation installation = new Installation(REPOSITORY, new JmeterHome(Path.of("/jmeter"), "5.6.3"), places);
        return Programs.start(installation, slot(script), folder.path());
    }

    /** Its own parent has ended, so it is not below the command, and no figure would be its own. */
    @Test
    void oneThatLeavesItsServerToSomebodyElseIsRefused() throws Exception {
        Programs.NotStarted refused = assertThrows(Programs.NotStarted.class,
                () -> start("pid=$1; shift; (server \"$@\" & echo $! > \"$pid\"); exec sleep 1000").close());
        String pid = Files.readString(folder.path().resolve("pid")).strip();
        ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroy();
        assertContains("its port is open in process " + pid + " (", refused.getMessage());
    }

    @Test
    void oneThatWaitsForItsServerIsMeasured() throws Exception {
        try (Programs programs = start("shift; server \"$@\" & wait")) {
            programs.checkPort();
        }
    }
}
