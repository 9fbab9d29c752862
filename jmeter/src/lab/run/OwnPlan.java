package lab.run;

import module java.base;
import common.io.HostPort;
import experiment.Load;
import load.JmeterLog;
import load.jtl.Jtl;
import load.jtl.RecordedRequest;
import process.Child.ProgramFailure;

/** What a user's own plan did in the window. Only JMeter's samples tell. */
final class OwnPlan {
    private static final Pattern URL = Pattern.compile("\\w+://([^?;]*).*");
    private static final double LEAST_SENT = 0.9;
    private static final int SHOWN = 3;

    private final Samples.Edges window;
    private final LongSummaryStatistics users = new LongSummaryStatistics();
    private final Set<String> places = new TreeSet<>();
    private long sent;

    private OwnPlan(Samples.Edges window) {
        this.window = window;
    }

    /** @return what JMeter's log says although the load is whole */
    static Optional<String> check(Slot slot, HostPort server, int jmeters, Samples.Edges window, Path jtl, Path log)
            throws IOException {
        OwnPlan plan = new OwnPlan(window);
        new Jtl(jtl).readOn(plan::add);
        String errors = JmeterLog.read(log).errors().keySet().stream().limit(SHOWN).collect(Collectors.joining("; "));
        String problem = plan.problem(slot, server, jmeters);
        if (!problem.isEmpty()) {
            throw new ProgramFailure("your plan " + problem + (errors.isEmpty() ? "" : ". JMeter's log says " + errors
                    + "; see " + log));
        }
        return Optional.of(errors).filter(text -> !text.isEmpty()).map(text -> "JMeter's log has errors, although the "
                + "load of " + slot.contender().name() + " is whole: " + text + ".");
    }

    private void add(RecordedRequest sample) {
        Matcher url = URL.matcher(sample.url());
        boolean hasUrl = url.matches();      // only requests have one
        if (hasUrl && window.contains(sample.startMillis())) {
            sent++;
        }
        if (!window.contains(sample.endMillis())) {
            return;
        }
        users.accept(sample.users());
        if (hasUrl) {
            places.add(url.group(1));
        }
    }

    private String problem(Slot slot, HostPort server, int jmeters) {
        Load load = slot.load();
        // at which paths a command answers is its own affair
        String place = server + (slot.contender().isServiceOne() ? load.path().replaceFirst("[?#;].*", "") : "");
        places.removeIf(url -> (url + "/").startsWith(place + "/"));
        if (!places.isEmpty()) {
            return "sent requests to " + String.join(" and ", places) + ", not only to " + place;
        }
        if (load.isOpen()) {
            double due = load.amount() * window.seconds();
            return sent >= LEAST_SENT * due - Math.sqrt(due) ? ""
                    : String.format("sent %,d requests in the window for %,.0f arrivals", sent, due);
        }
        long asked = load.users() / jmeters;
        long had = users.getMax() > asked ? users.getMax() : users.getMin();
        return users.getCount() == 0 || had == asked ? ""
                : String.format("had %,d users in the window, not %,d", had, asked);
    }
}
