package serviceone.meter;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

public final class CallTimer {
    public enum End {
        ANSWERED,
        LATE,
        FAILED
    }

    @Name(CallEvent.NAME)
    @Label("Call to Service Two")
    @Category("Service One")
    @Description("A call from service one to service two, including connecting and a retry, if any")
    @StackTrace(false)
    static final class CallEvent extends Event {
        static final String NAME = "serviceone.Call";
        /** Tells whether a recording is running. */
        private static final CallEvent ANY = new CallEvent();

        @Label("Stage")
        String stage;

        @Label("Connection Reused")
        @Description("Whether the call used a pooled connection; otherwise it opened a new one")
        boolean reused;

        static CallEvent beginning() {
            if (!ANY.isEnabled()) {
                return null;
            }
            CallEvent event = new CallEvent();
            event.begin();
            return event;
        }
    }

    private final Meter meter;
    private final Stage stage;
    private final Lives.Recorder life;
    private final CallEvent event = CallEvent.beginning();
    private final long start = System.nanoTime();

    CallTimer(Meter meter, Stage stage, Lives.Recorder life) {
        this.meter = meter;
        this.stage = stage;
        this.life = life;
        meter.callBegins(stage);
        life.next(stage.label(), meter.mode().hasThreadPerConnection());
    }

    public void ended(boolean reused, End end) {
        meter.callEnded(stage, end, System.nanoTime() - start);
        life.next(Lives.IN_SERVICE_ONE, true);
        if (event != null) {
            event.stage = stage.label();
            event.reused = reused;
            event.commit();
        }
    }
}
