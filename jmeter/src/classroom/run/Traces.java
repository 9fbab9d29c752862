package classroom.run;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import lab.define.Experiment;
import load.HostPort;
import load.HttpText;

/**
 * What the stack trace of a failing request shows in each mode: service one's route {@code /trace}. Used by one thread.
 */
final class Traces {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MOST_LINES = 40;
    private static final Map<String, String> AUTHORIZED = Map.of("Authorization", "token");

    private final Map<String, List<String>> all = new LinkedHashMap<>();

    /** One takes a request's whole time, so only where a mode takes part whose trace is another one. */
    static boolean wantedOf(Experiment experiment) {
        return experiment.contenders().stream().anyMatch(contender -> contender.mode().equals("async"));
    }

    void take(String contender, HostPort place) {
        all.put(contender, lines(place));
    }

    private static List<String> lines(HostPort place) {
        try {
            String text = HttpText.getAny(URI.create("http://" + place + "/trace"), TIMEOUT_MILLIS, AUTHORIZED);
            return text.lines().limit(MOST_LINES).toList();
        } catch (IOException e) {
            return List.of("no stack trace: " + e.getMessage());
        }
    }

    Map<String, List<String>> all() {
        return all;
    }
}
