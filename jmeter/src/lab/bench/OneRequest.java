package lab.bench;

import common.process.Child.ProgramFailure;
import common.io.HostPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;

/** The request that the plan sends, sent once, on a connection of its own that is closed after it. Stateless. */
final class OneRequest {
    static final String PATH = "/meetings";
    private static final int TIMEOUT_MILLIS = 30_000;

    /** @throws ProgramFailure where the answer is not that of a service that works */
    static void send(HostPort address) throws ProgramFailure {
        try {
            answered(address);
        } catch (ProgramFailure e) {
            throw e;
        } catch (IOException e) {
            throw new ProgramFailure("the first request was not answered: " + e);
        }
    }

    private static void answered(HostPort address) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) URI.create("http://" + address + PATH).toURL()
                .openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestProperty("Authorization", "token");
        connection.setRequestProperty("Connection", "close");
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new ProgramFailure("the first request was answered with " + connection.getResponseCode());
        }
        try (InputStream body = connection.getInputStream()) {
            body.transferTo(OutputStream.nullOutputStream());
        }
    }
}
