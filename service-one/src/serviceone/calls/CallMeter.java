package serviceone.calls;

/** What is told of every call to service two. Called by whichever threads make calls. */
public interface CallMeter {
    /** A call begins; the result is handed to {@link #ended}. */
    long started(Stage stage);

    /** It is over, well or not. */
    void ended(Stage stage, long start, boolean reused);
}
