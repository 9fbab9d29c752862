package doctor;

import common.process.SearchPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import load.install.JmeterHome;

/**
 * The JMeter that makes the load. Immutable.
 *
 * @param jmeter     the one that will be used; empty where none is there
 * @param isCarried  whether it lies in this folder
 * @param passedOver why another one that is installed is not used; mostly empty
 * @param hasMaven   whether Maven is there, to fetch one with
 */
record JmeterCheck(Optional<JmeterHome> jmeter, boolean isCarried, String passedOver, boolean hasMaven) {
    static JmeterCheck look(Path repository) throws IOException {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Optional<JmeterHome> home =
                JmeterHome.present(repository, new PrintStream(said, true, StandardCharsets.UTF_8));
        return new JmeterCheck(home, home.isPresent() && home.get().isIn(repository),
                said.toString(StandardCharsets.UTF_8).lines().map(line -> "; " + line.replaceFirst("^jmeter: ", ""))
                        .collect(Collectors.joining()), SearchPath.find("mvn", System.getenv()).isPresent());
    }

    Finding finding() {
        if (jmeter.isPresent()) {
            String whose = isCarried ? ", this folder's own" : ", installed on this machine";
            return Finding.ok("JMeter", jmeter.get().version() + " at " + jmeter.get().home() + whose + passedOver);
        }
        if (hasMaven) {
            return Finding.note("JMeter", "not here yet; Maven fetches it at its first use, which takes a network"
                    + passedOver, "./run.sh setup fetches it now (72 MB)");
        }
        return Finding.missing("JMeter", "not here, and no Maven (mvn) to fetch it with: no load can be made"
                + passedOver, "install Maven and give ./run.sh setup, or unpack JMeter 5.5 or newer "
                + "(https://jmeter.apache.org) and set JMETER_HOME to its folder",
                "or copy this folder from a machine where ./run.sh setup was given");
    }
}
