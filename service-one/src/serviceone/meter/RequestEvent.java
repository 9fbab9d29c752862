package serviceone.meter;

import common.mode.Mode;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A request as the JDK's Flight Recorder has it; made only while a recording wants it. */
@Name(RequestEvent.NAME)
@Label("Request")
@Category("Service One")
@Description("A request to service one, from when it has been read to when its answer is about to be sent")
@StackTrace(false)
final class RequestEvent extends Event {
    static final String NAME = "serviceone.Request";
    /** What Flight Recorder shows as N/A. */
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** To ask whether a recording runs, without making an event for it. */
    private static final RequestEvent ANY = new RequestEvent();

    @Label("Mode")
    String mode;

    @Label("Route")
    @Description("The path, without its query; empty where no request could be read")
    String route;

    @Label("Status")
    int status;

    @Label("Queue Wait")
    @Description("How long the connection had waited in the queue with this request; 0 if it was not there for it")
    @Timespan(Timespan.NANOSECONDS)
    long queueWait;

    @Label("CPU Time")
    @Description("Of the request's own thread; only pool can tell: the JDK does not measure the CPU of a virtual "
            + "thread, and an event loop's thread serves many requests at once")
    @Timespan(Timespan.NANOSECONDS)
    long cpuTime = UNKNOWN;

    private transient Thread thread;
    private transient long cpuBefore;

    /** An event that begins now, or null if no recording wants one. */
    static RequestEvent beginning(boolean threadPerRequest) {
        if (!ANY.isEnabled()) {
            return null;
        }
        RequestEvent event = new RequestEvent();
        if (threadPerRequest) {
            event.thread = Thread.currentThread();
            event.cpuBefore = THREADS.getCurrentThreadCpuTime();
        }
        event.begin();
        return event;
    }

    /** Ends the event, and with it its CPU time if the thread is still the same. */
    void ended(Mode mode, String route, int status, long queueWait) {
        end();
        if (shouldCommit()) {
            this.mode = mode.label();
            this.route = route;
            this.status = status;
            this.queueWait = queueWait;
            if (thread == Thread.currentThread()) {
                cpuTime = THREADS.getCurrentThreadCpuTime() - cpuBefore;
            }
            commit();
        }
    }
}
