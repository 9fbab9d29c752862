package servicetwo;

/** {@code servicetwo:type=Service}: service two's figures for JMX consoles. Every attribute can only be read. */
public interface ServiceTwoMXBean {
    /** Requests answered since the start, whatever the status. */
    long getAnswered();

    /** Requests read and not yet answered, now: nearly all of them only wait for their delay to pass. */
    long getInFlight();

    /** How long {@code /info} waits, in milliseconds. */
    int getDelayMillis();

    /** How long each of the other three waits, in milliseconds. */
    int getStageDelayMillis();
}
