package serviceone.status;

import serviceone.law.Tally;
import serviceone.meter.Histogram;

/**
 * What the counters stood at, at a moment; the difference of two is what happened between them. Times in nanoseconds.
 * Immutable.
 *
 * @param at           when, as {@link System#nanoTime}
 * @param queued       what all answered requests' connections had waited in the queue, together
 * @param service      all answered requests' time from read to answered, together
 * @param calls        all calls' time, together
 * @param cpu          of the whole process
 * @param serving      CPU of the threads that serve: the carriers, or the event loops; 0 in {@code pool}
 * @param inFlight     requests read and not yet answered, at this moment
 * @param waiting      sockets in the queue, at this moment
 * @param kept         requests on a connection that had brought one before
 * @param unanswered   calls that service two did not answer
 * @param tally        what requests had waited for
 * @param connections  open, at this moment
 */
record Reading(long at, long accepted, long refused, long answered, long failed, long queued, long service, long calls,
        Histogram.Counts latencies, long cpu, long serving, long inFlight, int waiting,
        long kept, long unanswered, Tally tally, int connections) {
    /** Requests that want service, in the queue and in flight. */
    long load() {
        return inFlight + waiting;
    }
}
