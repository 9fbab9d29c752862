package servicetwo;

import java.util.Map;

/** {@code servicetwo:type=Service}: service two's figures for JMX consoles. Every attribute can only be read. */
public interface ServiceTwoMXBean {
    /** Calls answered since the start, whatever the status; looks at {@code /stats} are no calls. */
    long getAnswered();

    /** The same by route; {@code other} is what belongs to none. */
    Map<String, Long> getAnsweredByRoute();

    /** Calls whose caller left before the answer. */
    long getAbandoned();

    /** Connections that a call came on, since the start. */
    long getConnections();

    /** Calls read and not yet answered, now: nearly all of them only wait for their delay to pass. */
    long getInFlight();

    /** How long {@code /info} waits, in milliseconds. */
    int getDelayMillis();

    /** How long each of the other three waits, in milliseconds. */
    int getStageDelayMillis();

    /** The share of calls that get a 500, from 0 to 100. */
    int getErrorPercent();

    /** The share of calls that are never answered. */
    int getHangPercent();

    /** The share of calls whose connection is reset instead. */
    int getResetPercent();

    /** By how much a wait is longer at most, by chance, in milliseconds. */
    int getJitterMillis();

    /** How long after the start waits are longer than they say, in seconds. */
    int getSlowStartSeconds();

    /** CPU time that the process has taken since its start, in milliseconds. */
    long getCpuMillis();

    /** How late the latest timer of the last ten seconds was, in microseconds. */
    long getTimerLateMaxMicros();

    /** How late the timers of the last ten seconds were on average, in microseconds. */
    long getTimerLateMeanMicros();
}
