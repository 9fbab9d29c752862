package lab.run;

import module java.base;
import common.io.HostPort;
import load.JmeterLog;
import process.Child.ProgramFailure;

/** What a user's own plan did in the window. Only JMeter's samples tell. */
final class OwnPlan {
    private static final Pattern SAMPLE = Pattern.compile("(?s)^(?<start>\\d+),(?<elapsed>\\d+),.*?,\\d+,\\d+,"
            + "(?<users>\\d+),(null|\"?\\w+://(?<url>[^?;,\"]*))");
    private static final double LEAST_SENT = 0.9;
    private static final int SHOWN = 3;

    private final LongSummaryStatistics users = new LongSummaryStatistics();
    private final Set<String> places = new TreeSet<>();
    private long sent;

    /** @return what JMeter's log says although the load is whole */
    static Optional<String> check(Slot slot, HostPort server, int jmeters, Samples.Edges window, Path jtl, Path log)
            throws IOException {
        OwnPlan plan = new OwnPlan();
        new JtlTail(jtl, record -> plan.add(SAMPLE.matcher(record), window)).read();
        String errors = JmeterLog.read(log).errors().keySet().stream().limit(SHOWN).collect(Collectors.joining("; "));
        String problem = plan.problem(slot, server, jmeters, (window.to() - window.from()) / 1e3);
        if (!problem.isEmpty()) {
            throw new ProgramFailure("your plan " + problem + (errors.isEmpty() ? "" : ". JMeter's log says " + errors
                    + "; see " + log));
        }
        return Optional.of(errors).filter(text -> !text.isEmpty()).map(text -> "JMeter's log has errors, although the "
                + "load of " + slot.contender().name() + " is whole: " + text + ".");
    }

    private void add(Matcher sample, Samples.Edges window) {
        if (!sample.find()) {
            return;
        }
        long start = Long.parseLong(sample.group("start"));
        sent += window.contains(start) && sample.group("url") != null ? 1 : 0;
        if (window.contains(start + Long.parseLong(sample.group("elapsed")))) {
            users.accept(Long.parseLong(sample.group("users")));
            Optional.ofNullable(sample.group("url")).ifPresent(places::add);
        }
    }

    /** At which paths a command answers is its own affair. */
    private String problem(Slot slot, HostPort server, int jmeters, double seconds) {
        String path = slot.contender().isCommand() ? "" : slot.load().path().replaceFirst("[?#;].*", "");
        places.removeIf(url -> (url + "/").startsWith(server + path + "/"));
        double due = slot.load().amount() * seconds;
        long asked = slot.load().users() / jmeters;
        long had = users.getMax() > asked ? users.getMax() : users.getMin();
        return !places.isEmpty() ? "sent requests to " + String.join(" and ", places) + ", not only to " + server + path
                : slot.load().isOpen() ? sent >= LEAST_SENT * due - Math.sqrt(due) ? ""
                : String.format("sent %,d requests in the window for %,.0f arrivals", sent, due)
                : users.getCount() == 0 || had == asked ? ""
                : String.format("had %,d users in the window, not %,d", had, asked);
    }
}
