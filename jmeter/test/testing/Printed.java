package testing;

import module java.base;

/** {@link #toString} returns the printed text. */
public final class Printed extends PrintStream {
    public Printed() {
        super(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return ((ByteArrayOutputStream) out).toString(StandardCharsets.UTF_8);
    }
}
