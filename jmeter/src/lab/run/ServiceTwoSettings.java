package lab.run;

import common.json.Records;
import common.process.ProgramFailure;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import lab.define.Experiment.Faults;
import lab.define.Experiment;
import load.HttpText;

/** Changes what service two does while it runs, and sees what it announces of that. Used by the runner's thread. */
record ServiceTwoSettings(String address, Experiment experiment) {
    private static final int TIMEOUT_MILLIS = 10_000;

    /**
     * Each call waits so long from now on, and none fails, where the status is 200; with another one, nothing changed.
     *
     * @throws ProgramFailure where there is no answer, so that nobody knows
     */
    int shorten(int delayMillis) throws ProgramFailure {
        return put(ServiceTwoAnnounced.of(delayMillis, delayMillis, Faults.NONE));
    }

    /** As the experiment has it. @throws ProgramFailure where that is not what service two then announces */
    void restore() throws ProgramFailure {
        ServiceTwoAnnounced wanted =
                ServiceTwoAnnounced.of(experiment.delay(), experiment.stageDelay(), experiment.faults());
        ServiceTwoAnnounced announced = restored(wanted);
        if (!announced.equals(wanted)) {
            throw new ProgramFailure("after the warm-up service two announces " + announced + " and not " + wanted);
        }
    }

    private ServiceTwoAnnounced restored(ServiceTwoAnnounced wanted) throws ProgramFailure {
        int status = put(wanted);
        if (status != HttpURLConnection.HTTP_OK) {
            throw new ProgramFailure("after the warm-up service two answers " + status + " to a change of its delays");
        }
        try {
            return Records.read(ServiceTwoAnnounced.class, HttpText.get(uri("/stats"), TIMEOUT_MILLIS));
        } catch (IOException e) {
            throw new ProgramFailure("after the warm-up service two does not announce its delays: " + e);
        }
    }

    private URI uri(String target) {
        return URI.create("http://" + address + target);
    }

    private int put(ServiceTwoAnnounced wanted) throws ProgramFailure {
        try {
            HttpURLConnection connection = (HttpURLConnection) uri("/settings?" + wanted.query()).toURL()
                    .openConnection(Proxy.NO_PROXY);
            connection.setRequestMethod("PUT");
            connection.setConnectTimeout(TIMEOUT_MILLIS);
            connection.setReadTimeout(TIMEOUT_MILLIS);
            int status = connection.getResponseCode();
            connection.disconnect();
            return status;
        } catch (IOException e) {
            throw new ProgramFailure("service two does not answer a change of its delays: " + e);
        }
    }
}
