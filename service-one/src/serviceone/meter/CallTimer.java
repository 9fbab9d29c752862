package serviceone.meter;

/**
 * Times a call to service two, from {@link ConnectionMeter#callStarted} on. Used by the thread or event loop that makes
 * it.
 */
public final class CallTimer {
    private final Meter meter;
    private final Stage stage;
    private final CallEvent event;         // null unless a recording wants it
    private final LifeRecorder life;       // of the request; null unless it is sampled
    private final long start = System.nanoTime();

    CallTimer(Meter meter, Stage stage, CallEvent event, LifeRecorder life) {
        this.meter = meter;
        this.stage = stage;
        this.event = event;
        this.life = life;
    }

    /** The answer has come, or will not. To be called once. */
    public void ended(boolean reused, CallEnd end) {
        meter.callEnded(stage, end, System.nanoTime() - start);
        if (life != null) {
            life.runs();
        }
        if (event != null) {
            event.stage = stage.label();
            event.reused = reused;
            event.commit();
        }
    }
}
