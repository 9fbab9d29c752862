package lab.run;

import module java.base;
import process.Child;

/** A program that does nothing. The tests share it, and the test runner ends it. */
final class Idle {
    private static final Path LOG = Path.of("/dev/null");
    static final Child PROGRAM = start("idle");

    private Idle() {
    }

    static Child start(String name) {
        try {
            return Child.start(name, List.of("sleep", "1000"), LOG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
