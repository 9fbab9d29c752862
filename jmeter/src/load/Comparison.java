package load;

import java.util.List;
import java.util.Locale;

/**
 * What Little's law expects of a run beside what was measured, in words. Immutable.
 *
 * @param bottleneck  of what there is too little, where it is not the limit of requests at once
 * @param throughput  measured, a second
 * @param meanSeconds the mean of the measured response times
 */
record Comparison(LittlesLaw law, String bottleneck, double throughput, double meanSeconds) {

    List<String> lines() {
        String expected = law.load().isOpen() ? open() : closed();
        return List.of(String.format(Locale.ROOT, "Little's law: %s%,.1f/s%s; measured %,.1f/s (%.1f %%)", expected,
                law.byLimit(), heldUp(), throughput, 100 * throughput / law.throughput()),
                String.format(Locale.ROOT, "response time: %s; measured %,.3f s on average", response(), meanSeconds));
    }

    private String heldUp() {
        return law.isHeldUp() ? String.format(Locale.ROOT, ", of which the %s allow %,.1f/s", bottleneck,
                law.throughput()) : "";
    }

    private String closed() {
        String users = String.format(Locale.ROOT, "%,.0f users", law.load().amount());
        return (law.isLimited() ? String.format(Locale.ROOT, "%,.0f of %s at once", law.limit(), users) : users)
                + String.format(Locale.ROOT, " / %.3f s = ", law.waitSeconds());
    }

    private String open() {
        String wanted = String.format(Locale.ROOT, "%,.1f/s x %.3f s = %,.1f requests at once", law.load().amount(),
                law.waitSeconds(), law.wanted());
        return wanted + (law.isLimited()
                ? String.format(Locale.ROOT, ", more than the limit: %,.0f / %.3f s = ", law.limit(), law.waitSeconds())
                : String.format(Locale.ROOT, ", within the limit of %,.0f, so all are answered: ", law.limit()));
    }

    private String response() {
        if (law.queueGrows()) {
            return String.format(Locale.ROOT, "the queue grows by %,.1f requests a second, and it with the queue",
                    law.load().amount() - law.throughput());
        }
        String seconds = String.format(Locale.ROOT, "%,.3f s", law.responseSeconds());
        boolean waits = law.isLimited() || law.isHeldUp();
        return waits ? String.format(Locale.ROOT, "%,.0f users / %,.1f/s = %s", law.load().amount(), law.throughput(),
                seconds) : seconds + " of waiting";
    }
}
