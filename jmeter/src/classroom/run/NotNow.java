package classroom.run;

/** What was asked for is possible at another time, but not now; the message says why. */
public final class NotNow extends Exception {
    private static final long serialVersionUID = 1L;

    public NotNow(String message) {
        super(message);
    }
}
