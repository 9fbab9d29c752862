package serviceone.soak;

/**
 * What share of the requests must fail, because one of their four calls meets a fault of service two: 1 - (1 - p)^4.
 * A reset instead of an answer looks like a pooled connection that had become stale, so service one makes that call
 * once more, on a new connection: p is least where that is so for all resets, and greatest where it is for none.
 *
 * @param least    all resets came on pooled connections
 * @param greatest all came on new ones
 */
record FaultShare(double least, double greatest) {
    private static final int CALLS = 4;
    /** In standard deviations: once in 16,000 runs chance goes further. */
    private static final int DEVIATIONS = 4;

    /** @param errors the share of calls that gets an error; and so on */
    static FaultShare of(double errors, double hangs, double resets) {
        double all = errors + hangs + resets;
        return new FaultShare(ofRequests(errors + hangs + resets * all), ofRequests(all));
    }

    private static double ofRequests(double ofCalls) {
        return 1 - Math.pow(1 - ofCalls, CALLS);
    }

    /** Whether so many failures of so many requests are explained by it and by chance. */
    boolean explains(long failed, long requests) {
        double share = (double) failed / requests;
        return share >= least - chance(least, requests) && share <= greatest + chance(greatest, requests);
    }

    private static double chance(double share, long requests) {
        return DEVIATIONS * Math.sqrt(share * (1 - share) / requests);
    }
}
