package testing;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A stream that keeps the printed text, for {@link #toString}. */
public final class Printed extends PrintStream {
    public Printed() {
        super(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return ((ByteArrayOutputStream) out).toString(StandardCharsets.UTF_8);
    }
}
