package serviceone.meter;

import module java.management;
import module jdk.jfr;
import common.mode.Mode;

@Name(RequestEvent.NAME)
@Label("Request")
@Category("Service One")
@Description("A request to service one, from the end of reading it to the start of sending its answer")
@StackTrace(false)
final class RequestEvent extends Event {
    static final String NAME = "serviceone.Request";
    /** Flight Recorder shows this as N/A. */
    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    /** Tells whether a recording is running. */
    static final RequestEvent ANY = new RequestEvent(false);

    @Label("Mode")
    String mode;

    @Label("Route")
    @Description("The path without its query; empty if the request was not readable")
    String route;

    @Label("Status")
    int status;

    @Label("Queue Wait")
    @Description("How long the connection waited in the queue with this request; 0 if it did not wait")
    @Timespan(Timespan.NANOSECONDS)
    long queueWait;

    @Label("CPU Time")
    @Description("Known only in pool, where each request has its own platform thread")
    @Timespan(Timespan.NANOSECONDS)
    long cpuTime = UNKNOWN;

    @Name(CallEvent.NAME)
    @Label("Call to Service Two")
    @Category("Service One")
    @Description("A call from service one to service two, including connecting and a retry, if any")
    @StackTrace(false)
    static final class CallEvent extends Event {
        static final String NAME = "serviceone.Call";
        static final CallEvent ANY = new CallEvent();

        @Label("Stage")
        String stage;

        @Label("Connection Reused")
        @Description("Whether the call used a pooled connection; otherwise it opened a new one")
        boolean reused;

        CallEvent() {
            begin();
        }

        void ended(Stage stage, boolean reused) {
            this.stage = stage.label();
            this.reused = reused;
            commit();
        }
    }

    private transient Thread thread;
    private transient long cpuBefore;

    RequestEvent(boolean threadPerRequest) {
        if (threadPerRequest && !Thread.currentThread().isVirtual()) {      // --virtual
            thread = Thread.currentThread();
            cpuBefore = THREADS.getCurrentThreadCpuTime();
        }
        begin();
    }

    void ended(Mode mode, String route, int status, long queueWait) {
        end();
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
