package lab.judge;

/**
 * A machine that made load for service one on another, during the measured window. NaN where it didn't tell.
 *
 * @param address    of its jmeter-server
 * @param cores      that its JMeter may use
 * @param cpuSeconds CPU time of its JMeter
 * @param clockAhead milliseconds by which its clock is ahead of service one's machine; its samples were moved by that
 * @param clockError milliseconds by which that may be wrong, what the clocks have drifted apart included
 */
public record RemoteGenerator(String address, int cores, double cpuSeconds, double clockAhead, double clockError) {
    /** Of its machine's CPU time in a window of so many seconds. */
    public double share(double seconds) {
        return cpuSeconds / (cores * seconds);
    }
}
