package serviceone.calls;

import serviceone.meter.ConnectionMeter;

/** The client for whose request calls to service two are made. Asked by the thread or event loop that serves it. */
public interface Requester {
    /** Whether its connection is known to be broken, so that nobody can be answered. */
    boolean hasLeft();

    /** Counts and times the calls, too. */
    ConnectionMeter meter();
}
