package load;

/**
 * What a service one has said of itself while a load went on. Immutable.
 *
 * @param answered    whether it was heard at all; else the others say nothing
 * @param waitSeconds what each request had to wait by what service two and the routes announce; NaN where not known
 * @param limit       requests that it serves at once; NaN where not known
 * @param most        requests a second, at most, by what they hold while they wait; infinite where nothing tells
 * @param bottleneck  of what there is too little for more
 */
public record Announced(boolean answered, double waitSeconds, double limit, double most, String bottleneck) {
    /** Nothing yet. */
    static Announced nothing(double limit) {
        return new Announced(false, Double.NaN, limit, Double.POSITIVE_INFINITY, "");
    }

    /** It was heard, and said nothing of use. */
    Announced heard() {
        return new Announced(true, waitSeconds, limit, most, bottleneck);
    }
}
