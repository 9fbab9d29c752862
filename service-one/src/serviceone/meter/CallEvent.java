package serviceone.meter;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A call to service two, for the JDK's Flight Recorder. Made only while a recording wants it; used by the
 * thread or event loop that makes the call.
 */
@Name(CallEvent.NAME)
@Label("Call to Service Two")
@Category("Service One")
@Description("A call of service one to service two, including connecting and a retry, if any")
@StackTrace(false)
final class CallEvent extends Event {
    static final String NAME = "serviceone.Call";
    /** To ask whether a recording runs, without making an event for it. */
    private static final CallEvent ANY = new CallEvent();

    @Label("Stage")
    String stage;

    @Label("Connection Reused")
    @Description("Whether a pooled connection served the call; otherwise one was made for it")
    boolean reused;

    /** An event that begins now, or null if no recording wants one. */
    static CallEvent beginning() {
        if (!ANY.isEnabled()) {
            return null;
        }
        CallEvent event = new CallEvent();
        event.begin();
        return event;
    }
}
