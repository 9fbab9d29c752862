package load;

/**
 * How an open loop was made: the arrivals that were asked for in a time, and those that came. Plain data.
 *
 * @param asked      how many the schedule has in that time; 0 where nothing is known of the arrivals
 * @param made       requests that were sent in that time
 * @param missing    of those asked, how many were never sent
 * @param medianLate by how many milliseconds the sends of those asked came after their moment, in the median
 * @param worstLate  the same of the latest
 * @param gaps       how many spans between arrivals were compared with the distribution asked for
 * @param distance   by which share of the gaps they differ from it at most, as Kolmogorov and Smirnov measure it
 */
public record Arrivals(long asked, long made, long missing, double medianLate, double worstLate, long gaps,
        double distance) {
    /** Of a load that is no open loop, or of one whose schedule is not known. */
    public static final Arrivals NONE = new Arrivals(0, 0, 0, Double.NaN, Double.NaN, 0, Double.NaN);

    public boolean isKnown() {
        return asked > 0;
    }
}
