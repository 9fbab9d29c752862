package load;

import static testing.Assertions.assertEquals;

import java.util.List;
import testing.Program;
import testing.Test;

class RunningServiceTest {
    @Test
    void isFoundByWhatItSaysOfItself() throws Exception {
        try (StubService two = new StubService("");      // it only has to listen
                Program one = Program.java("service-one", "serviceone.ServiceOne", "pool", "--port", "0",
                        "--service-two", two.address().toString())) {
            int port = one.awaitPort("one");
            List<RunningService> found = RunningService.all().stream().filter(each -> each.port() == port).toList();
            assertEquals("pool (-Jport=" + port + ")", RunningService.list(found));
        }
    }

    @Test
    void isNamedWithThePropertyThatChoosesIt() {
        assertEquals("loom (-Jport=8082), pool (-Jport=24000)", RunningService.list(List.of(
                new RunningService("loom", 8082), new RunningService("pool", 24000))));
    }
}
