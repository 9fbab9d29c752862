package advise;

/**
 * What chance does to a load that the mean says there is room for: requests that come by themselves, independent of
 * each other (Poisson).
 */
final class Queueing {
    /** Up to here the distribution is summed up; beyond it, it is as good as normal. */
    private static final double SUMMED = 100_000;
    private static final double WANTED = 0.999;
    /** The normal distribution's quantile of it. */
    private static final double DEVIATIONS = 3.09;

    private Queueing() {
    }

    /** How many threads have one free in 999 of 1,000 moments, where so many are busy on average. */
    static double threadsToHaveOneFree(double busy) {
        if (busy > SUMMED) {
            return Math.ceil(busy + DEVIATIONS * Math.sqrt(busy)) + 1;
        }
        double logarithm = -busy;               // of the probability that nobody is there, then one, two …
        double atMost = Math.exp(logarithm);
        int count = 0;
        while (atMost < WANTED) {
            count++;
            logarithm += Math.log(busy / count);
            atMost += Math.exp(logarithm);
        }
        return count + 1;
    }

    /**
     * How long a request waits on average for one of so many, in seconds; infinite where they are not enough. A. K.
     * Erlang's C formula (1917), by his recursion for the B formula: times in service vary by chance, too, so for
     * requests that all take as long it is twice too much.
     *
     * @param kept for how long a request has one
     */
    static double meanWait(int count, double kept, double rate) {
        double offered = rate * kept;
        if (offered >= count) {
            return Double.POSITIVE_INFINITY;
        }
        double lost = 1;
        for (int i = 1; i <= count; i++) {
            lost = offered * lost / (i + offered * lost);
        }
        double waits = count * lost / (count - offered * (1 - lost));
        return waits * kept / (count - offered);
    }
}
