package common.process;

import java.io.IOException;

/** A program does not do what it was started for; the message says how that is known, as the report shows it. */
public class ProgramFailure extends IOException {
    private static final long serialVersionUID = 1L;

    public ProgramFailure(String message) {
        super(message);
    }
}
