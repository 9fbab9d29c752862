package look;

import java.io.IOException;

/** A command was given rightly and cannot be carried out; the message tells the person who gave it why. */
final class CommandException extends IOException {
    private static final long serialVersionUID = 1;

    CommandException(String message) {
        super(message);
    }
}
