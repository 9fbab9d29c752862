package serviceone.status;

import java.util.Optional;
import serviceone.law.Announced;
import serviceone.law.Arrivals;
import serviceone.law.Prediction;

/**
 * What Little's law makes of the last {@link Sampler#WINDOW} seconds. What is not known is NaN. Immutable.
 *
 * @param announced         what service two says of itself; nothing where it does not
 * @param waitSeconds       what the average request had to wait, by what service two and the routes announce
 * @param workMillis        what it took beyond that, from read to answered: work, and waiting for a core. Not known
 *                          where requests may line up for something else, which none can tell from work
 * @param unansweredCalls   calls that service two has not answered, or was not asked because of the limit on them: no
 *                          prediction knows what they have taken
 * @param arrivalsPerSecond requests that came, those of refused connections included
 * @param most              requests a second, at most, by what they hold while they wait
 * @param bottleneck        of what there is too little for more than that
 * @param here              of this service
 * @param other             of another mode, in the same place
 */
record Forecast(Optional<Announced> announced, double waitSeconds, double workMillis, long unansweredCalls,
        Arrivals arrivals, double arrivalsPerSecond, double most, String bottleneck, Prediction here,
        Prediction other) {
}
