package lab.run;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Locale;

/**
 * A connection to a contender, on which one request follows the other: as much of HTTP/1.1 as it takes to see where an
 * answer ends, and no more, because its cost falls to the machine that is warmed. Owns its socket; used by one thread.
 */
final class KeptConnection implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 10_000;
    private static final int MOST_LINE = 16 * 1024;

    private final Socket socket = new Socket();
    private final InputStream in;
    private boolean kept = true;
    private long length;      // of the body that is being read; -1: to the end of the connection
    private boolean chunked;

    KeptConnection(InetSocketAddress address) throws IOException {
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.connect(address, TIMEOUT_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Whether it can take another request. */
    boolean isKept() {
        return kept;
    }

    /** Sends a request and reads all of its answer. @return the status */
    int ask(byte[] request) throws IOException {
        socket.getOutputStream().write(request);
        String[] statusLine = line().split(" ");
        if (statusLine.length < 2 || !statusLine[1].matches("[1-5][0-9]{2}")) {
            throw new IOException("no HTTP: " + statusLine[0]);
        }
        length = statusLine[1].equals("204") ? 0 : -1;      // which has no body, and mostly no length (RFC 9110, 8.6)
        chunked = false;
        kept = statusLine[0].equals("HTTP/1.1");
        for (String line = line(); !line.isEmpty(); line = line()) {
            field(line.toLowerCase(Locale.ROOT));
        }
        body();
        return Integer.parseInt(statusLine[1]);
    }

    private void field(String line) throws IOException {
        String value = line.substring(line.indexOf(':') + 1).strip();
        if (line.startsWith("content-length:")) {
            length = number(value, 10);
        } else if (line.startsWith("transfer-encoding:")) {
            chunked = true;
        } else if (line.startsWith("connection:")) {
            kept = !value.equals("close");
        }
    }

    private void body() throws IOException {
        if (chunked) {
            for (long chunk = chunkSize(); chunk > 0; chunk = chunkSize()) {
                in.skipNBytes(chunk);
                line();
            }
            while (!line().isEmpty()) {
                // trailer fields
            }
        } else if (length >= 0) {
            in.skipNBytes(length);
        } else {
            in.transferTo(OutputStream.nullOutputStream());
            kept = false;
        }
    }

    private long chunkSize() throws IOException {
        return number(line().split(";")[0].strip(), 16);
    }

    private static long number(String text, int radix) throws IOException {
        try {
            return Long.parseLong(text, radix);
        } catch (NumberFormatException e) {
            throw new IOException("no length: " + text, e);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.length() > MOST_LINE) {
                throw new EOFException("the answer ended in its header");
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
